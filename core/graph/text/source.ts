import { isMap, isScalar, LineCounter, type Node, parseDocument, visit, type YAMLMap } from 'yaml'
import type { JsonObject } from '#core/json.ts'
import { type EditRefusal, refuse } from '../edit.ts'
import { keyName } from './geometry.ts'

/** A text that can be edited by splices: its tree with the offset of every node, and its plain data. */
export interface Source {
  readonly ok: true
  readonly text: string
  readonly root: YAMLMap<Node, Node>
  readonly value: JsonObject
}

/**
 * Opens a text for editing. Refused are texts of uncertain structure (syntax errors, duplicate keys, several documents)
 * and with YAML that Heddle does not support (aliases, keys that are collections). The caller has checked the depth of
 * the text.
 */
export function openSource(text: string): Source | EditRefusal {
  if (latest?.text === text) return latest
  const source = read(text)
  if (source.ok) latest = source
  return source
}

/** The latest parsed text: an edit begins with the text that the edit before it produced. */
let latest: Source | undefined

function read(text: string): Source | EditRefusal {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    keepSourceTokens: true,
    uniqueKeys: false,
    lineCounter: lines,
    logLevel: 'silent',
  })
  const error = document.errors[0]
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0])
    return refuse('text_broken', `Fix the YAML error in line ${line} first.`)
  }
  const root: unknown = document.contents
  if (!isMap<Node, Node>(root) || root.items.length === 0) {
    return refuse('text_broken', 'There is no workflow yet: start the YAML with workflow_type.')
  }
  if (!isPlain(root))
    return refuse(
      'text_broken',
      'The YAML has duplicate keys, aliases, or keys that are lists or maps. Fix that in the text editor first.',
    )
  return { ok: true, text, root, value: document.toJS() }
}

function isPlain(root: YAMLMap): boolean {
  let plain = true
  const check = (fine: boolean) => {
    plain &&= fine
    return fine ? undefined : visit.BREAK
  }
  visit(root, {
    Alias: () => check(false),
    Map: (_, map) => {
      const keys = new Set(map.items.map((pair) => (isScalar(pair.key) ? keyName(pair.key) : null)))
      return check(keys.size === map.items.length && !keys.has(null))
    },
  })
  return plain
}
