/** Removes the frame that the document shows until its page is rendered, and loads the font if that has waited. */
export function removeLoadingFrame(): void {
  document.getElementById('frame')?.remove();
  const face = document.querySelector<HTMLStyleElement>('style[data-font]');
  if (face) face.media = 'all';
}
