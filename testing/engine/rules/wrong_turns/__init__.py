"""Wrong turns by game: by `TURNS` as written, by `TOUCHES` as touched, each with the sentence that refuses it."""
