//! The module trees of the library and of the program: modules, files, imports, and the paths each file names.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Item, ItemUse, Meta, UseTree, Visibility, visit, visit::Visit};

/// Index of a module in its [`Tree`].
pub(super) type ModuleId = usize;

/// One module, in a file of its own or inside another file.
#[derive(Debug, Default)]
pub(super) struct Module {
    /// Name in the parent; empty for a crate root.
    pub(super) name: String,
    /// File that holds the code.
    pub(super) file: PathBuf,
    /// Parent module.
    pub(super) parent: Option<ModuleId>,
    /// Child modules in the order of their `mod` lines.
    pub(super) children: Vec<ModuleId>,
    /// Types visible outside the module: struct, enum, union, trait or type alias.
    pub(super) types: BTreeSet<String>,
    /// Names the module defines itself.
    defined: BTreeSet<String>,
    /// Names it imports or re-exports, with their paths.
    imports: BTreeMap<String, Vec<String>>,
    /// Paths of its glob imports.
    globs: Vec<Vec<String>>,
    /// Paths the code names.
    pub(super) references: Vec<Reference>,
}

/// A path named in the code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reference {
    /// Names of the path.
    pub(super) path: Vec<String>,
    /// Whether a `pub use` names it: a re-export gives a name, but uses nothing.
    pub(super) is_reexport: bool,
    /// Whether a `use` names it.
    is_import: bool,
}

/// The modules of the library and of the program.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// Modules, each parent before its children.
    pub(super) modules: Vec<Module>,
    /// Crate roots by the names other crates use for them.
    roots: BTreeMap<String, ModuleId>,
}

/// What a path leads to.
#[derive(Clone, Copy)]
enum Target {
    Module(ModuleId),
    Item(ModuleId),
}

impl Tree {
    /// Loads a crate from its root file; `read` returns the text of a file.
    pub(super) fn load(&mut self, name: &str, root: &Path, read: &dyn Fn(&Path) -> Option<String>) {
        let text = read(root).unwrap_or_else(|| panic!("{} is missing", root.display()));
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
        let id = self.add(Module { file: root.to_owned(), ..Module::default() });
        self.roots.insert(name.to_owned(), id);
        self.fill(id, file.items, root.parent().unwrap(), read);
    }

    fn add(&mut self, module: Module) -> ModuleId {
        self.modules.push(module);
        self.modules.len() - 1
    }

    /// Adds the items of a module; its child modules lie in `folder`.
    fn fill(&mut self, id: ModuleId, items: Vec<Item>, folder: &Path, read: &dyn Fn(&Path) -> Option<String>) {
        for item in items {
            if is_test(attributes(&item)) {
                continue;
            }
            let Item::Mod(child) = item else {
                self.modules[id].take(&item);
                continue;
            };
            let name = child.ident.to_string();
            let below = folder.join(&name);
            let (file, items) = if let Some((_, items)) = child.content {
                (self.modules[id].file.clone(), items)
            } else {
                let files = [folder.join(format!("{name}.rs")), below.join("mod.rs")];
                let (file, text) = files
                    .into_iter()
                    .find_map(|file| read(&file).map(|text| (file, text)))
                    .unwrap_or_else(|| panic!("no file for the module `{name}` in {}", folder.display()));
                let items = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display())).items;
                (file, items)
            };
            let child = self.add(Module { name, file, parent: Some(id), ..Module::default() });
            self.modules[id].children.push(child);
            self.fill(child, items, &below, read);
        }
    }

    /// Names from the crate root to a module.
    pub(super) fn path(&self, id: ModuleId) -> String {
        let Module { name, parent, .. } = &self.modules[id];
        match parent {
            None => "crate".to_owned(),
            Some(parent) => format!("{}::{name}", self.path(*parent)),
        }
    }

    /// The ancestor of a module that is a child of `scope`.
    pub(super) fn child_of(&self, scope: ModuleId, id: ModuleId) -> Option<ModuleId> {
        let parent = self.modules[id].parent?;
        if parent == scope { Some(id) } else { self.child_of(scope, parent) }
    }

    /// The module that defines what a reference names. An import of a module is none: its paths follow in the code.
    pub(super) fn definition(&self, from: ModuleId, reference: &Reference) -> Option<ModuleId> {
        match self.resolve(from, &reference.path, 0)? {
            Target::Item(id) => Some(id),
            Target::Module(id) => (reference.is_reexport || !reference.is_import).then_some(id),
        }
    }

    fn resolve(&self, from: ModuleId, path: &[String], depth: usize) -> Option<Target> {
        let (first, rest) = path.split_first()?;
        if depth > 20 {
            return None;
        }
        match first.as_str() {
            "crate" => self.walk(self.root_of(from), rest, depth),
            "self" => self.walk(from, rest, depth),
            "super" => {
                let parent = self.modules[from].parent?;
                if rest.first().is_some_and(|next| next == "super") {
                    self.resolve(parent, rest, depth + 1)
                } else {
                    self.walk(parent, rest, depth)
                }
            }
            name => {
                let module = &self.modules[from];
                let is_own = self.child(from, name).is_some() || module.imports.contains_key(name);
                if is_own { self.walk(from, path, depth) } else { self.walk(*self.roots.get(name)?, rest, depth) }
            }
        }
    }

    fn walk(&self, at: ModuleId, rest: &[String], depth: usize) -> Option<Target> {
        let Some((first, below)) = rest.split_first() else { return Some(Target::Module(at)) };
        if depth > 20 {
            return None;
        }
        if let Some(child) = self.child(at, first) {
            return self.walk(child, below, depth);
        }
        let module = &self.modules[at];
        if let Some(path) = module.imports.get(first) {
            return match self.resolve(at, path, depth + 1)? {
                Target::Module(id) => self.walk(id, below, depth + 1),
                item @ Target::Item(_) => Some(item),
            };
        }
        if !module.defined.contains(first) {
            for glob in &module.globs {
                let Some(Target::Module(id)) = self.resolve(at, glob, depth + 1) else { continue };
                let source = &self.modules[id];
                if source.defined.contains(first) || source.imports.contains_key(first) {
                    return self.walk(id, rest, depth + 1);
                }
            }
        }
        Some(Target::Item(at))
    }

    fn child(&self, id: ModuleId, name: &str) -> Option<ModuleId> {
        self.modules[id].children.iter().copied().find(|child| self.modules[*child].name == name)
    }

    fn root_of(&self, id: ModuleId) -> ModuleId {
        self.modules[id].parent.map_or(id, |parent| self.root_of(parent))
    }
}

impl Module {
    /// Notes what an item defines, imports and names.
    fn take(&mut self, item: &Item) {
        if let Item::Use(item) = item {
            return self.import(item);
        }
        let (name, visibility) = match item {
            Item::Struct(item) => (&item.ident, Some(&item.vis)),
            Item::Enum(item) => (&item.ident, Some(&item.vis)),
            Item::Union(item) => (&item.ident, Some(&item.vis)),
            Item::Trait(item) => (&item.ident, Some(&item.vis)),
            Item::Type(item) => (&item.ident, Some(&item.vis)),
            Item::Fn(item) => (&item.sig.ident, None),
            Item::Const(item) => (&item.ident, None),
            Item::Static(item) => (&item.ident, None),
            _ => return Names(&mut self.references).visit_item(item),
        };
        self.defined.insert(name.to_string());
        if visibility.is_some_and(|visibility| !matches!(visibility, Visibility::Inherited)) {
            // A type may be written twice, for two targets.
            self.types.insert(name.to_string());
        }
        Names(&mut self.references).visit_item(item);
    }

    fn import(&mut self, item: &ItemUse) {
        let is_reexport = !matches!(item.vis, Visibility::Inherited);
        let mut leaves = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut leaves);
        for (path, name) in leaves {
            match name {
                Some(name) => drop(self.imports.insert(name, path.clone())),
                None => self.globs.push(path.clone()),
            }
            self.references.push(Reference { path, is_reexport, is_import: true });
        }
    }
}

/// Paths of a `use` tree with the names they get; a glob has none.
fn flatten(tree: &UseTree, before: &mut Vec<String>, leaves: &mut Vec<(Vec<String>, Option<String>)>) {
    let path_to = |name: String| before.iter().cloned().chain((name != "self").then_some(name)).collect::<Vec<_>>();
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, leaves);
            before.pop();
        }
        UseTree::Name(name) => {
            let path = path_to(name.ident.to_string());
            let last = path.last().cloned();
            leaves.push((path, last));
        }
        UseTree::Rename(rename) => leaves.push((path_to(rename.ident.to_string()), Some(rename.rename.to_string()))),
        UseTree::Glob(_) => leaves.push((before.clone(), None)),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before, leaves)),
    }
}

/// Collects the paths in an item, those in macros and attributes too.
struct Names<'a>(&'a mut Vec<Reference>);

impl Names<'_> {
    fn add(&mut self, path: Vec<String>) {
        if path.len() > 1 {
            self.0.push(Reference { path, is_reexport: false, is_import: false });
        }
    }

    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.add(std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.add(std::mem::take(&mut path));
                    self.add_tokens(group.stream());
                }
                TokenTree::Punct(_) => self.add(std::mem::take(&mut path)),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    if let Ok(path) = syn::parse_str::<syn::Path>(text.trim_matches('"')) {
                        self.visit_path(&path);
                    }
                }
            }
        }
        self.add(path);
    }
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.add(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, found: &'ast syn::Macro) {
        self.visit_path(&found.path);
        self.add_tokens(found.tokens.clone());
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.add_tokens(list.tokens.clone());
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut leaves = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut leaves);
        for (path, _) in leaves {
            self.add(path);
        }
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether an item exists only for tests.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string().starts_with("test"),
        _ => false,
    })
}
