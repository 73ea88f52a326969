/**
 * Colour arithmetic for the tokens' test: contrast (WCAG 2.2) and colour difference under colour
 * blindness.
 */

type Rgb = readonly [number, number, number];

/** Linear-light red, green and blue (0..1) of `#rrggbb`; throws on anything else. */
function linear(hex: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) throw new Error(`${hex} is not #rrggbb`);
  const channel = (text = ''): number => {
    const value = parseInt(text, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(match[1]), channel(match[2]), channel(match[3])];
}

function luminance([r, g, b]: Rgb): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG's contrast ratio of two colours, 1..21. */
export function contrast(a: string, b: string): number {
  const one = luminance(linear(a));
  const other = luminance(linear(b));
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

export type Vision = 'normal' | 'protanopia' | 'deuteranopia' | 'tritanopia';

/** Machado, Oliveira and Fernandes (2009), severity 1.0, on linear light. */
const SEEN_AS: Readonly<Record<Vision, readonly [Rgb, Rgb, Rgb]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function dot([a, b, c]: Rgb, [x, y, z]: Rgb): number {
  return a * x + b * y + c * z;
}

/** The colour as that vision sees it, in OKLab, where distances are roughly uniform. */
function oklab(hex: string, vision: Vision): Rgb {
  const [toRed, toGreen, toBlue] = SEEN_AS[vision];
  const rgb = linear(hex);
  const seen: Rgb = [dot(toRed, rgb), dot(toGreen, rgb), dot(toBlue, rgb)];
  const l = Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], seen));
  const m = Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], seen));
  const s = Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], seen));
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], [l, m, s]),
    dot([1.9779984951, -2.428592205, 0.4505937099], [l, m, s]),
    dot([0.0259040371, 0.7827717662, -0.808675766], [l, m, s]),
  ];
}

/**
 * The difference of two colours under that vision: 0 the same, 0.02 just noticeable, 1 black from
 * white.
 */
export function difference(a: string, b: string, vision: Vision): number {
  const [l1, a1, b1] = oklab(a, vision);
  const [l2, a2, b2] = oklab(b, vision);
  return Math.hypot(l1 - l2, a1 - a2, b1 - b2);
}
