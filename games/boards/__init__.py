"""How does this position look? A pure core: a seat's `View` in, SVG and words out."""
