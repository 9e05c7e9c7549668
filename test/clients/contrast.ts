/// <reference lib="dom" />

/**
 * Lists the visible texts in an element whose contrast is below 4.5:1 (WCAG 2.2, 1.4.3), also placeholders and texts of
 * styles. Runs inside the browser.
 */
export const findFaintTexts = (root: Element) => {
  type Color = readonly [red: number, green: number, blue: number, alpha: number];
  const parse = (text: string): Color => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue, alpha];
  };
  const luminanceOf = (color: Color) => {
    const [red = 0, green = 0, blue = 0] = color.map((value) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const mix = ([red, green, blue, alpha]: Color, under: Color): Color => [
    red * alpha + under[0] * (1 - alpha),
    green * alpha + under[1] * (1 - alpha),
    blue * alpha + under[2] * (1 - alpha),
    1,
  ];
  /** Colours behind the elements. Most texts of a page share their ancestors. */
  const backgrounds = new Map<Element, Color>();
  const backgroundOf = (element: Element | null): Color => {
    if (!element) return [255, 255, 255, 1];
    const known = backgrounds.get(element);
    if (known) return known;
    const color = mix(parse(getComputedStyle(element).backgroundColor), backgroundOf(element.parentElement));
    backgrounds.set(element, color);
    return color;
  };
  const faint: string[] = [];
  const check = (element: Element, text = '', pseudo?: string) => {
    if (!text || !element.checkVisibility() || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName)) return;
    const background = backgroundOf(element);
    const style = getComputedStyle(element, pseudo);
    const [red, green, blue, alpha] = parse(style.color);
    const color = mix([red, green, blue, alpha * Number(style.opacity)], background);
    const [one, other] = [luminanceOf(color), luminanceOf(background)];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) faint.push(`${element.tagName}${pseudo ?? ''} ${text.slice(0, 40)}: ${contrast.toFixed(2)}`);
  };
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (parentElement) check(parentElement, textContent?.trim());
  }
  for (const element of root.querySelectorAll('*')) {
    if (element.matches(':placeholder-shown'))
      check(element, element.getAttribute('placeholder') ?? '', '::placeholder');
    for (const pseudo of ['::before', '::after'])
      check(element, /^"\s*(\w.*)"$/.exec(getComputedStyle(element, pseudo).content)?.[1], pseudo);
  }
  return faint;
};
