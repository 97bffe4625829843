import type { OutlineRow } from './outline-rows.ts'

/** How a row is picked: alone, beside what is selected already (or no longer), or with all rows up to it. */
export type Pick = 'only' | 'toggle' | 'range'

/** The steps that are selected when a row is picked. Its own comes last where it is among them: the keyboard is on that. */
export function pickedSteps(
  rows: readonly OutlineRow[],
  {
    selected,
    anchor,
    step,
    how,
  }: {
    readonly selected: ReadonlySet<string>
    /** The first row of the range. */
    readonly anchor: string | undefined
    readonly step: string
    readonly how: Pick
  },
): readonly string[] {
  if (how === 'toggle') {
    const others = [...selected].filter((name) => name !== step)
    return selected.has(step) ? others : [...others, step]
  }
  const names = rows.map(({ node }) => node.id)
  const [from, to] = [names.indexOf(anchor ?? step), names.indexOf(step)]
  if (how === 'only' || from === -1 || to === -1) return [step]
  return from <= to ? names.slice(from, to + 1) : names.slice(to, from + 1).toReversed()
}
