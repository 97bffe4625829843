import type { OutlineRow } from './outline-rows.ts'

/** The way in which a row is picked: alone, added to or removed from the selection, or with all rows up to it. */
export type Pick = 'only' | 'toggle' | 'range'

/** The selected steps after a row was picked. The step of the row comes last if it is selected, because the keyboard is on it. */
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
