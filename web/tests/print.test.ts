import { describe, expect, it } from 'vitest';
import { plainColour } from '../src/print/colour';
import { flatten } from '../src/print/flatten';
import { parseMarkup, writeMarkup } from '../src/print/markup';
import { rootVariables, Styles } from '../src/print/styles';

const flat = (markup: string, css: string, variables = new Map<string, string>()) => flatten(markup, new Styles(css), variables);

describe('colours', () => {
  it('takes the light one of two', () => expect(plainColour('light-dark(#dfb174, #a87a45)')).toBe('#dfb174'));
  it('mixes as browsers do', () => {
    expect(plainColour('color-mix(in oklab, #ffffff, #000000)')).toBe('#636363');
    expect(plainColour('color-mix(in oklab, #9a5b2d, #000 4%)')).toBe('#92562a');
    expect(plainColour('color-mix(in oklab, #b8392b 38%, transparent)')).toBe('#b8392b61');
  });
  it('reads numbers with what is seen through', () => expect(plainColour('rgb(20 12 6 / 0.35)')).toBe('#140c0659'));
  it('leaves others alone', () => expect(plainColour('none')).toBe('none'));
  it('refuses what is no colour', () => expect(() => plainColour('light-dark(red, blue)')).toThrow('no colour'));
});

describe('markup', () => {
  it('is the same after reading and writing', () => {
    const drawn = '<svg viewBox="0 0 1 1"><g><path d="M0 0"/><text>a</text></g></svg>';
    expect(parseMarkup(`<!--[-->${drawn}`).map(writeMarkup)).toEqual([drawn]);
  });
});

describe('a drawing without style sheets', () => {
  it('says itself how it looks: classes, elements inside others, its own style', () => {
    const css = '.wood.s1{fill:#111} .grain.s1 path:where(.s1){stroke:#222;opacity:0.4} path{stroke:#333}';
    const markup = '<div><svg viewBox="0 0 1 1"><rect class="wood s1"/><g class="grain s1"><path class="s1" style="stroke-width: 2px"/></g></svg></div>';
    expect(flat(markup, css)).toBe(
      '<svg viewBox="0 0 1 1" xmlns="http://www.w3.org/2000/svg"><rect fill="#111"/><g><path stroke="#222" opacity="0.4" stroke-width="2"/></g></svg>',
    );
  });
  it('fills in variables, also those that an element above has set', () => {
    const css = "[data-pencil='r']{--pencil:light-dark(#b8392b,#f2917f)} path{stroke:var(--pencil);fill:var(--wash, #fff)}";
    expect(flat('<svg><g data-pencil="r"><path d="M0 0"/></g></svg>', css)).toContain('<path d="M0 0" stroke="#b8392b" fill="#fff"/>');
    expect(() => flat('<svg><path/></svg>', css)).toThrow('--pencil');
  });
  it('takes a font apart, and leaves out what only takes clicks', () => {
    const css = 'text{font:italic 700 14px var(--sans)} .target{fill:transparent}';
    const drawn = flat('<svg><text>a</text><rect class="target"/></svg>', css, new Map([['--sans', 'Source Sans Pro']]));
    expect(drawn).toContain('<text font-style="italic" font-weight="700" font-size="14" font-family="Source Sans Pro">a</text>');
    expect(drawn).not.toContain('rect');
  });
  it('knows what a page sets for all', () => {
    expect([...rootVariables(':root{--ink:#222;color:red} .root{--ink:#333}')]).toEqual([['--ink', '#222']]);
  });
});
