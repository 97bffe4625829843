import { isMap, isScalar, LineCounter, type Node, type Pair, parseDocument, visit, type YAMLMap } from 'yaml'
import type { JsonObject } from '#core/json.ts'
import { type EditRefusal, refuse } from '../edit.ts'

/** A text that can be edited by splices: its tree with the offset of every node, and what it says as plain data. */
export interface Source {
  readonly ok: true
  readonly text: string
  readonly root: YAMLMap<Node, Node>
  readonly value: JsonObject
}

/**
 * Reads a text for editing. Refused are texts whose structure is not certain
 * (syntax errors, duplicate keys, several documents) and the YAML that Heddle
 * does not take (aliases, keys that are collections). The caller has scanned
 * the text for depth.
 */
export function openSource(text: string): Source | EditRefusal {
  const lines = new LineCounter()
  const document = parseDocument(text, { keepSourceTokens: true, lineCounter: lines, logLevel: 'silent' })
  const error = document.errors[0]
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0])
    return refuse('text_broken', `The text has a mistake in line ${line}: mend it there first.`)
  }
  const root: unknown = document.contents
  if (!isMap<Node, Node>(root) || root.items.length === 0) {
    return refuse('text_broken', 'The text holds no workflow yet: begin it with workflow_type.')
  }
  if (!isPlain(root)) return refuse('text_broken', 'The text uses aliases, or keys that are lists or maps: write them out.')
  return { ok: true, text, root, value: document.toJS() }
}

function isPlain(root: YAMLMap): boolean {
  let plain = true
  const stop = () => {
    plain = false
    return visit.BREAK
  }
  visit(root, { Alias: stop, Pair: (_, pair: Pair) => (isScalar(pair.key) ? undefined : stop()) })
  return plain
}
