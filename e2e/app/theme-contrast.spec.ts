import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'

/*
 * Colours are tokens, so that contrast is a matter of pairs: this test checks the pairs of text and background for WCAG
 * 2.2 AA in both themes, and journeys need not look at every screen in the dark.
 */
const css = readFileSync(new URL('../../app/globals.css', import.meta.url), 'utf8')
const tokens = new Map(
  [...css.matchAll(/--color-([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name as string,
    { light: light as string, dark: dark as string },
  ]),
)

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const grounds = ['bg', 'surface', 'sunken', 'hover']
const tones = ['active', 'async', 'human', 'child', 'done', 'failed', 'undone', 'idle']
const words = [
  ...['ink', 'muted'].flatMap((text) => [...grounds, 'accent-soft'].map((ground) => [text, ground] as const)),
  ...['faint', 'accent', ...tones].flatMap((text) =>
    ['bg', 'surface', 'sunken'].map((ground) => [text, ground] as const),
  ),
  ...tones.map((tone) => [tone, `${tone}-soft`] as const),
  ['accent', 'accent-soft'] as const,
  ['on-accent', 'accent'] as const,
  ['surface', 'failed'] as const,
]

for (const theme of ['light', 'dark'] as const) {
  const colour = (name: string): string => {
    const token = tokens.get(name)
    if (token === undefined) throw new Error(`There is no colour ${name}.`)
    return token[theme]
  }

  test(`words can be read on what they stand on, in the ${theme} theme`, { tag: '@main' }, () => {
    const faint = words.filter(([text, ground]) => contrast(colour(text), colour(ground)) < 4.5)
    expect(faint).toEqual([])
  })

  test(`edges and the bounds of fields stand out from every ground, in the ${theme} theme`, { tag: '@main' }, () => {
    const faint = [...grounds, 'accent-soft'].filter((ground) => contrast(colour('thread'), colour(ground)) < 3)
    expect(faint).toEqual([])
  })

  test(`the focus ring stands out from every ground, in the ${theme} theme`, { tag: '@main' }, () => {
    const hidden = [...grounds, 'accent-soft'].filter((ground) => contrast(colour('accent'), colour(ground)) < 3)
    expect(hidden).toEqual([])
  })
}
