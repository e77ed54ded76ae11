/** Moves a list that scrolls sideways so that this item of it is in the middle; as a `ref` of the current one. */
export function bringIntoSight(item: HTMLElement | null): void {
  const list = item?.parentElement;
  if (!item || !list) return;
  const [own, whole] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += own.left - whole.left - (list.clientWidth - own.width) / 2;
}
