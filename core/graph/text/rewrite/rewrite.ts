import { isMap, isSeq, type Node } from 'yaml'
import { applySplices, type Splice, trimSplice } from '#core/definition/text/splice.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { type EditRefusal, refuse } from '../../edit.ts'
import { isFilled, jsonEqual } from '../json-equal.ts'
import { openSource, type Source } from '../source.ts'
import { type Style, styleOf } from '../style.ts'
import type { ValueContext, Writing } from '../writing.ts'
import { replaceValue } from './replace-value.ts'
import { rewriteList } from './rewrite-list.ts'
import { rewriteMap } from './rewrite-map.ts'

export interface Rewritten {
  readonly ok: true
  readonly splices: readonly Splice[]
  /** The text after the splices, opened. */
  readonly source: Source
}

/**
 * The smallest splices after which a text means `wanted`, in the text's own style: comments, order, quoting and empty
 * lines elsewhere stay. The result is parsed again before it is returned, so that a text in a form that splices cannot
 * handle is refused, never damaged. `style` is the text's own, unless it is part of another text.
 */
export function rewrite(source: Source, wanted: JsonObject, style?: Style): Rewritten | EditRefusal {
  for (const keepsWrapping of [true, false]) {
    const splices = splicesFor(source, wanted, style ?? styleOf(source.text, source.root), keepsWrapping)
    const result = openSource(applySplices(source.text, splices))
    if (result.ok && jsonEqual(result.value, wanted)) return { ok: true, splices, source: result }
  }
  return refuse('not_expressible', 'This YAML can only be changed in the text editor here.')
}

function splicesFor(source: Source, wanted: JsonObject, style: Style, keepsWrapping: boolean): Splice[] {
  const { text, root, value } = source
  const writing: Writing = { text, style, splices: [], keepsWrapping, rewrite: rewriteValue }
  const context: ValueContext = {
    flow: false,
    column: 0,
    gap: 0,
    gapText: '',
    keyed: false,
    quoting: 'plain',
    role: 'document',
  }
  rewriteMap(writing, context, root, value, wanted)
  return writing.splices
    .map((splice) => trimSplice(text, splice))
    .filter((splice) => splice !== null)
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

function rewriteValue(writing: Writing, context: ValueContext, node: Node | null, before: Json, after: Json): void {
  if (Object.is(before, after)) return
  if (isMap(node) && isFilled(before) && isJsonObject(after)) {
    rewriteMap(writing, context, node, before as JsonObject, after)
  } else if (isSeq(node) && isFilled(before) && isJsonList(after)) {
    rewriteList(writing, context, node, before as readonly Json[], after)
  } else if (isFilled(before) || !jsonEqual(before, after)) replaceValue(writing, context, node, after)
}
