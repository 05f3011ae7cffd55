/** SVG elements for pictures that are never on screen. */
const namespace = 'http://www.w3.org/2000/svg';

/** @param content its text, for elements that have one. */
export function makeSvg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
  content?: string,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (content !== undefined) element.textContent = content;
  return element;
}
