// Accepts files and folders that are dropped anywhere on the page.

/**
 * @param {(files: File[]) => void} open
 * @param {() => boolean} isAccepting
 */
export function acceptFiles(open, isAccepting) {
  // Entering a child element fires before leaving its parent, so the depth is counted.
  let depth = 0;
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
  /** @param {number} to */
  const setDepth = (to) => {
    depth = Math.max(0, to);
    document.body.classList.toggle('dropping', depth > 0);
  };
  addEventListener('dragenter', (event) => hasFiles(event) && setDepth(depth + 1));
  addEventListener('dragleave', () => setDepth(depth - 1));
  addEventListener('dragover', (event) => hasFiles(event) && event.preventDefault());
  addEventListener('drop', (event) => {
    setDepth(0);
    if (!hasFiles(event) || event.defaultPrevented || !isAccepting()) return;
    event.preventDefault();
    const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry?.() ?? undefined);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (entries.some((entry) => entry?.isDirectory)) filesIn(entries).then(open);
    else open(files);
  });
}

/** Lists the files of dropped folders, with those of folders inside. @param {Array<FileSystemEntry | undefined>} entries @returns {Promise<File[]>} */
async function filesIn(entries) {
  const found = await Promise.all(entries.map(async (entry) => {
    if (entry?.isFile) return [await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject))];
    if (!entry?.isDirectory) return [];
    return filesIn(await entriesIn(/** @type {FileSystemDirectoryEntry} */ (entry)));
  }));
  return found.flat();
}

/** Lists a folder; its reader returns at most a hundred entries at a time. @param {FileSystemDirectoryEntry} folder */
export async function entriesIn(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!entries.length) return all;
    all.push(...entries);
  }
}
