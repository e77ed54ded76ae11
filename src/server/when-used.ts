/** What `make` answers, asked when it is first wanted and then kept: for what a start can do without. */
export function whenUsed<Made>(make: () => Made): () => Made {
  let kept: { made: Made } | undefined;
  return () => {
    kept ??= { made: make() };
    return kept.made;
  };
}
