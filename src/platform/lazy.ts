/** Creates the value on first use and then returns the same one. For what a start does not need. */
export function lazy<Made>(make: () => Made): () => Made {
  let stored: { made: Made } | undefined;
  return () => {
    stored ??= { made: make() };
    return stored.made;
  };
}
