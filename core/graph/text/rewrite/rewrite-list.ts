import type { YAMLSeq } from 'yaml'
import type { Json } from '#core/json.ts'
import { alignItems, permutation } from '../align.ts'
import { type Entry, entriesOf, isBlock } from '../geometry.ts'
import { flowText, itemLines } from '../write-value.ts'
import { contextOf, quotingOf, type ValueContext, type Writing } from '../writing.ts'
import { type Addition, changeBlock } from './change-entries.ts'
import { changeFlow } from './change-flow.ts'
import { reorder } from './reorder.ts'
import { replaceValue } from './replace-value.ts'

/** Rewrites a list item by item; a reordered list keeps the text of its items. */
export function rewriteList(
  writing: Writing,
  context: ValueContext,
  node: YAMLSeq,
  before: readonly Json[],
  after: readonly Json[],
): void {
  const entries = entriesOf(writing.text, node)
  const aligned = alignItems(before, after)
  const sources = new Map(aligned.flatMap((from, index) => (from === null ? [] : [[from, index] as const])))
  const order = sources.size < after.length ? permutation(before, after) : null
  if (order !== null) reorder(writing, node, entries, order)
  else if (sources.size === 0) replaceValue(writing, context, node, after)
  else rewriteItems(writing, context, node, before, after, aligned)
}

function rewriteItems(
  writing: Writing,
  context: ValueContext,
  node: YAMLSeq,
  before: readonly Json[],
  after: readonly Json[],
  aligned: readonly (number | null)[],
): void {
  const entries = entriesOf(writing.text, node)
  const sources = new Map(aligned.flatMap((from, index) => (from === null ? [] : [[from, index] as const])))
  for (const [from, index] of sources) {
    const inner = contextOf(writing, context, node, entries[from] as Entry)
    writing.rewrite(writing, inner, (entries[from] as Entry).value, before[from] as Json, after[index] as Json)
  }
  const flow = context.flow || node.flow === true
  const flat = flow || entries.every(({ value }) => value !== null && !isBlock(value) && 'items' in value)
  const quoting = quotingOf(writing.text, node, context)
  const additions = addedItems(after, aligned).map(({ behind, items }): Addition => {
    if (flow) return { behind, entries: items.map((item) => [flowText(item, quoting)]) }
    if (flat) return { behind, entries: items.map((item) => [`- ${flowText(item, 'plain')}`]) }
    return { behind, entries: items.map((item) => itemLines(item, writing.style, quoting)) }
  })
  const survives = entries.map((_, index) => sources.has(index))
  if (flow) changeFlow(writing, node, { survives, additions })
  else changeBlock(writing, node, { survives, additions }, context.role === 'steps' && !flat)
}

function addedItems(after: readonly Json[], aligned: readonly (number | null)[]): { behind: number; items: Json[] }[] {
  const groups = [{ behind: -1, items: [] as Json[] }]
  for (const [index, from] of aligned.entries()) {
    if (from !== null) groups.push({ behind: from, items: [] })
    else groups.at(-1)?.items.push(after[index] as Json)
  }
  return groups.filter(({ items }) => items.length > 0)
}
