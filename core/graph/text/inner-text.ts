import { isMap, type YAMLMap } from 'yaml'
import type { FieldPath } from '../edit.ts'
import { type Collection, columnOf, type Entry, endOf, entriesOf, isBlock, lineStart, startOf } from './geometry.ts'
import { type Region, regionsOf } from './region.ts'
import type { Source } from './source.ts'

/** Indentation of list items in generated texts, in columns. */
const indentation = 2

/** The list of steps, or the only step, at a path within a step, as the `steps:` of a text of its own, with comments and spelling kept. */
export function innerText({ text, root }: Source, path: FieldPath): string {
  // The path leads to a list, because the caller found steps there.
  const list = root.getIn(path, true) as Collection
  if (isMap(list)) return onlyStep(text, list)
  if (!isBlock(list)) return `steps: ${text.slice(startOf(list), endOf(text, list))}\n`
  const entries = entriesOf(text, list) as readonly [Entry, ...Entry[]]
  const regions = regionsOf(text, entries) as [Region, ...Region[]]
  const spare = new RegExp(`^ {0,${columnOf(text, entries[0].start) - indentation}}`)
  const lines = text.slice(lineStart(text, regions[0].start), regions.at(-1)?.end).split('\n')
  return `steps:\n${lines.map((line) => line.replace(spare, '')).join('\n')}\n`
}

/** The step that a PARALLEL step runs for each item, as a list of one step. */
function onlyStep(text: string, step: YAMLMap): string {
  const start = startOf(step)
  const written = text.slice(start, endOf(text, step))
  if (!isBlock(step)) return `steps: [${written}]\n`
  const spare = new RegExp(`^ {0,${columnOf(text, start)}}`)
  const lines = written.split('\n').map((line) => line.replace(spare, ''))
  return `steps:\n  - ${lines.join('\n    ')}\n`
}
