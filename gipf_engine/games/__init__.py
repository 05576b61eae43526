"""The games on the kit, a folder each: rules, notation, drawing (docs/kit.md)."""
