/** Colours as style sheets write them, worked out: `light-dark` takes the light one, `color-mix` is mixed. */

type Colour = [red: number, green: number, blue: number, alpha: number];

export function plainColour(value: string): string {
  return /light-dark|color-mix|^rgba?\(|^transparent$/.test(value) ? written(read(value)) : value;
}

function read(value: string): Colour {
  const [, name = '', inside = ''] = /^([a-z-]+)\((.*)\)$/s.exec(value.trim()) ?? [];
  if (name === 'light-dark') return read(parts(inside)[0] ?? '');
  if (name === 'color-mix') return mixed(parts(inside));
  if (name.startsWith('rgb')) return readRgb(inside);
  if (value.trim() === 'transparent') return [0, 0, 0, 0];
  return readHex(value.trim());
}

function readRgb(inside: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 1] = inside.split(/[\s,/]+/).map((part) => (part.endsWith('%') ? parseFloat(part) / 100 : Number(part)));
  return [red / 255, green / 255, blue / 255, alpha];
}

function readHex(value: string): Colour {
  const digits = value.slice(1);
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red, green, blue, alpha = 1] = pairs.map((pair) => parseInt(pair, 16) / 255);
  if (!value.startsWith('#') || red === undefined || green === undefined || blue === undefined) throw new Error(`no colour: ${value}`);
  return [red, green, blue, alpha];
}

function written([red, green, blue, alpha]: Colour): string {
  const hex = (part: number) => Math.round(Math.max(0, Math.min(1, part)) * 255).toString(16).padStart(2, '0');
  return `#${hex(red)}${hex(green)}${hex(blue)}${alpha < 1 ? hex(alpha) : ''}`;
}

/** What stands between the commas of a function, not those of a function inside. */
function parts(inside: string): string[] {
  const found = [''];
  let depth = 0;
  for (const sign of inside) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) found.push('');
    else found[found.length - 1] += sign;
  }
  return found.map((part) => part.trim());
}

/** `in oklab, COLOUR 30%, COLOUR`: premultiplied, as browsers do it. */
function mixed([, first = '', second = '']: string[]): Colour {
  const share = (part: string) => Number(/\s([\d.]+)%$/.exec(part)?.[1] ?? NaN) / 100;
  const bare = (part: string) => read(part.replace(/\s[\d.]+%$/, ''));
  const weight = Number.isNaN(share(first)) ? 1 - (Number.isNaN(share(second)) ? 0.5 : share(second)) : share(first);
  const [one, other] = [bare(first), bare(second)];
  const alpha = one[3] * weight + other[3] * (1 - weight);
  if (alpha === 0) return [0, 0, 0, 0];
  const [a, b] = [toOklab(one), toOklab(other)];
  const lab = a.map((part, at) => (part * one[3] * weight + (b[at] ?? 0) * other[3] * (1 - weight)) / alpha);
  return [...fromOklab(lab), alpha] as Colour;
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const curved = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

function times(matrix: number[][], vector: number[]): number[] {
  return matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] ?? 0), 0));
}

function toOklab([red, green, blue]: Colour): number[] {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    [red, green, blue].map(linear),
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt),
  );
}

function fromOklab(lab: number[]): number[] {
  const cones = times(
    [
      [1, 0.3963377774, 0.2158037573],
      [1, -0.1055613458, -0.0638541728],
      [1, -0.0894841775, -1.291485548],
    ],
    lab,
  ).map((part) => part ** 3);
  return times(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    cones,
  ).map(curved);
}
