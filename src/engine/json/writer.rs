//! Writes values as JSON text, byte for byte as `serde_json` does.
//!
//! What does not depend on the type of a value is compiled once.

use std::fmt::Write as _;

use serde::{
    Serialize, Serializer,
    ser::{
        SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
        SerializeTupleVariant,
    },
};
use serde_json::Error;

/// Writes JSON text.
#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) json: String,
}

impl Writer {
    fn text(&mut self, text: &str) {
        self.json.push('"');
        let mut written = 0;
        for (at, byte) in text.bytes().enumerate() {
            let escape = match byte {
                b'"' => "\\\"",
                b'\\' => "\\\\",
                b'\n' => "\\n",
                b'\r' => "\\r",
                b'\t' => "\\t",
                0x08 => "\\b",
                0x0c => "\\f",
                0..0x20 => "\\u00",
                _ => continue,
            };
            self.json.push_str(text.get(written..at).unwrap_or_default());
            self.json.push_str(escape);
            if escape.len() > 2 {
                // Writing to a string cannot fail.
                let _ = write!(self.json, "{byte:02x}");
            }
            written = at + 1;
        }
        self.json.push_str(text.get(written..).unwrap_or_default());
        self.json.push('"');
    }

    fn natural(&mut self, number: u64) {
        let _ = write!(self.json, "{number}");
    }

    fn integer(&mut self, number: i64) {
        let _ = write!(self.json, "{number}");
    }

    /// Starts an object with the name of a variant as its only key.
    fn variant(&mut self, name: &str) {
        self.json.push('{');
        self.text(name);
        self.json.push(':');
    }

    fn items(&mut self, start: char, end: &'static str) -> Items<'_> {
        self.json.push(start);
        Items { writer: self, is_first: true, end }
    }
}

/// Writes methods for types that are written alike.
macro_rules! write_as {
    ($($form:ident: $($method:ident($type:ty))+;)+) => {
        $($(fn $method(self, value: $type) -> Result<(), Error> {
            self.$form(value.into());
            Ok(())
        })+)+
    };
}

impl<'a> Serializer for &'a mut Writer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Items<'a>;
    type SerializeTupleStruct = Items<'a>;
    type SerializeTupleVariant = Items<'a>;
    type SerializeMap = Items<'a>;
    type SerializeStruct = Items<'a>;
    type SerializeStructVariant = Items<'a>;

    write_as! {
        natural: serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64);
        integer: serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64);
        text: serialize_str(&str);
    }

    fn serialize_bool(self, flag: bool) -> Result<(), Error> {
        self.json.push_str(if flag { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Result<(), Error> {
        let mut buffer = zmij::Buffer::new();
        self.json.push_str(if number.is_finite() { buffer.format_finite(number) } else { "null" });
        Ok(())
    }

    fn serialize_f64(self, number: f64) -> Result<(), Error> {
        let mut buffer = zmij::Buffer::new();
        self.json.push_str(if number.is_finite() { buffer.format_finite(number) } else { "null" });
        Ok(())
    }

    fn serialize_char(self, letter: char) -> Result<(), Error> {
        self.text(letter.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.json.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _name: &'static str, _index: u32, variant: &'static str) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _name: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.variant(variant);
        value.serialize(&mut *self)?;
        self.json.push('}');
        Ok(())
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<Items<'a>, Error> {
        Ok(self.items('[', "]"))
    }

    fn serialize_tuple(self, _length: usize) -> Result<Items<'a>, Error> {
        Ok(self.items('[', "]"))
    }

    fn serialize_tuple_struct(self, _name: &'static str, _length: usize) -> Result<Items<'a>, Error> {
        Ok(self.items('[', "]"))
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Items<'a>, Error> {
        self.variant(variant);
        Ok(self.items('[', "]}"))
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Items<'a>, Error> {
        Ok(self.items('{', "}"))
    }

    fn serialize_struct(self, _name: &'static str, _length: usize) -> Result<Items<'a>, Error> {
        Ok(self.items('{', "}"))
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _length: usize,
    ) -> Result<Items<'a>, Error> {
        self.variant(variant);
        Ok(self.items('{', "}}"))
    }
}

/// The items of a list or an object.
pub(super) struct Items<'a> {
    writer: &'a mut Writer,
    is_first: bool,
    end: &'static str,
}

impl Items<'_> {
    fn start_item(&mut self) {
        if !self.is_first {
            self.writer.json.push(',');
        }
        self.is_first = false;
    }

    fn start_field(&mut self, key: &str) {
        self.start_item();
        self.writer.text(key);
        self.writer.json.push(':');
    }

    /// Puts a key that is no text in quotes.
    fn end_key(&mut self, start: usize) {
        if !self.writer.json.get(start..).is_some_and(|key| key.starts_with('"')) {
            self.writer.json.insert(start, '"');
            self.writer.json.push('"');
        }
        self.writer.json.push(':');
    }

    fn finish(self) {
        self.writer.json.push_str(self.end);
    }
}

impl SerializeMap for Items<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.start_item();
        let start = self.writer.json.len();
        key.serialize(&mut *self.writer)?;
        self.end_key(start);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.finish();
        Ok(())
    }
}

/// Implements the traits of lists and of objects with fields.
macro_rules! write_items {
    ($($list:ident::$item:ident)+; $($object:ident)+) => {
        $(impl $list for Items<'_> {
            type Ok = ();
            type Error = Error;

            fn $item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.start_item();
                value.serialize(&mut *self.writer)
            }

            fn end(self) -> Result<(), Error> {
                self.finish();
                Ok(())
            }
        })+
        $(impl $object for Items<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
                self.start_field(key);
                value.serialize(&mut *self.writer)
            }

            fn end(self) -> Result<(), Error> {
                self.finish();
                Ok(())
            }
        })+
    };
}

write_items! {
    SerializeSeq::serialize_element SerializeTuple::serialize_element SerializeTupleStruct::serialize_field
        SerializeTupleVariant::serialize_field;
    SerializeStruct SerializeStructVariant
}
