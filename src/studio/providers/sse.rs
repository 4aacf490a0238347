//! A parser for server-sent events: <https://html.spec.whatwg.org/multipage/server-sent-events.html>.

/// Maximum bytes of a line, and of the data of an event.
const MAX_EVENT: usize = 1024 * 1024;

/// An event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Message {
    /// Its name, or empty.
    pub(super) name: String,
    /// Its data, lines joined by a line feed.
    pub(super) data: String,
}

/// A line, an event or a reply exceeds its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// Turns bytes into events. It skips comments, `id` and `retry`.
#[derive(Clone, Debug, Default)]
pub(super) struct SseParser {
    line: Vec<u8>,
    /// Whether the last byte was a carriage return; a line feed after it ends no second line.
    after_return: bool,
    /// Whether the first line, which may start with a byte order mark, has been read.
    has_started: bool,
    name: String,
    data: Option<String>,
}

impl SseParser {
    /// Reads bytes and passes each complete event to `take`.
    pub(super) fn push(&mut self, bytes: &[u8], mut take: impl FnMut(Message)) -> Result<(), TooLarge> {
        for &byte in bytes {
            let ends_return = std::mem::replace(&mut self.after_return, byte == b'\r');
            match byte {
                b'\n' if ends_return => {}
                b'\n' | b'\r' => {
                    if let Some(message) = self.end_line()? {
                        take(message);
                    }
                }
                other if self.line.len() < MAX_EVENT => self.line.push(other),
                _ => return Err(TooLarge),
            }
        }
        Ok(())
    }

    /// The last event, if no blank line ended it.
    pub(super) fn rest(mut self) -> Option<Message> {
        if !self.line.is_empty()
            && let Ok(Some(message)) = self.end_line()
        {
            return Some(message);
        }
        self.dispatch()
    }

    fn end_line(&mut self) -> Result<Option<Message>, TooLarge> {
        // Only a whole line is decoded, so that no character is split.
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        let is_first = !std::mem::replace(&mut self.has_started, true);
        let line = line.strip_prefix('\u{feff}').filter(|_| is_first).unwrap_or(&line);
        if line.is_empty() {
            return Ok(self.dispatch());
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.name),
            "data" => {
                let data = match &mut self.data {
                    None => self.data.insert(String::new()),
                    Some(data) => {
                        data.push('\n');
                        data
                    }
                };
                if data.len() + value.len() > MAX_EVENT {
                    return Err(TooLarge);
                }
                data.push_str(value);
            }
            _ => {}
        }
        Ok(None)
    }

    fn dispatch(&mut self) -> Option<Message> {
        let name = std::mem::take(&mut self.name);
        self.data.take().map(|data| Message { name, data })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(chunks: &[&[u8]]) -> (Vec<Message>, Option<Message>) {
        let mut parser = SseParser::default();
        let mut found = Vec::new();
        for chunk in chunks {
            assert_eq!(parser.push(chunk, |message| found.push(message)), Ok(()));
        }
        (found, parser.rest())
    }

    fn message(name: &str, data: &str) -> Message {
        Message { name: name.to_owned(), data: data.to_owned() }
    }

    #[test]
    fn every_way_to_end_a_line_is_read_and_comments_are_not() {
        let text = "\u{feff}event: a\r\ndata: one\r\ndata:two\r\n\r\n: keep-alive\ndata: {\"x\":\"é\"}\nid: 4\nretry: 5\n\nevent: lonely\n\ndata\r\rdata: last";
        let expected = vec![message("a", "one\ntwo"), message("", "{\"x\":\"é\"}"), message("", "")];
        let bytes = text.as_bytes();
        assert_eq!(read(&[bytes]), (expected.clone(), Some(message("", "last"))));
        for cut in 0..bytes.len() {
            let (before, after) = bytes.split_at(cut);
            assert_eq!(read(&[before, after]), (expected.clone(), Some(message("", "last"))), "cut at byte {cut}");
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(read(&single), (expected, Some(message("", "last"))));
    }

    #[test]
    fn a_line_without_an_end_is_refused_before_it_fills_the_memory() {
        let mut parser = SseParser::default();
        let chunk = vec![b'x'; 64 * 1024];
        let mut taken = 0;
        while parser.push(&chunk, |_| ()).is_ok() {
            taken += chunk.len();
            assert!(taken <= MAX_EVENT);
        }
        let mut parser = SseParser::default();
        let line = format!("data: {}\n", "y".repeat(1000));
        let outcome = (0..2_000).try_for_each(|_| parser.push(line.as_bytes(), |_| ()));
        assert_eq!(outcome, Err(TooLarge), "an event of many lines");
    }
}
