import { Composer, type CST, type Document, Parser } from 'yaml'
import type { Json } from '#core/json.ts'
import type { TextRange } from '../../text-range.ts'
import type { Problem } from '../problem.ts'
import { bracesAdvice, bracesInQuotes } from './braces-in-quotes.ts'
import { readNode } from './read-node.ts'
import { scan } from './scan.ts'
import type { SourceNode } from './source-node.ts'
import { syntaxMessage } from './syntax-message.ts'

export interface YamlReading {
  /** The text as plain data; undefined where its structure is not certain. */
  readonly value: Json | undefined
  readonly node: SourceNode | undefined
  readonly problems: readonly Problem[]
}

/** Syntax errors that are reported; further ones say nothing new. */
const mostSyntaxErrors = 20

/**
 * Parses a text of one YAML document into plain data with the range of every value: core schema, no aliases, anchors,
 * merge keys or other tags, no duplicate keys. Total; a text that could exhaust the parser is not parsed.
 */
export function readYaml(text: string): YamlReading {
  const scanned = scan(text)
  if (!scanned.ok) return { value: undefined, node: undefined, problems: [scanned.problem] }
  const { contents, problems } = compose(scanned.tokens, text.length)
  if (problems.length > 0) {
    return { value: undefined, node: undefined, problems: problems.map((problem) => withBraces(text, problem)) }
  }
  return contents === null ? { value: null, node: undefined, problems } : readNode(text, contents)
}

/** Replaces YAML's message about an unquoted template, which does not tell the author what to do. */
function withBraces(text: string, problem: Problem): Problem {
  const fix = bracesInQuotes(text, problem.range.start)
  return fix === undefined ? problem : { ...problem, message: bracesAdvice, fix }
}

export interface Composed {
  readonly contents: Document.Parsed['contents']
  readonly problems: readonly Problem[]
}

/** The syntax tree of a text from its tokens, with the reasons why its structure is not certain. */
export function compose(tokens: readonly string[], length: number): Composed {
  const composer = new Composer({
    schema: 'core',
    version: '1.2',
    merge: false,
    resolveKnownTags: false,
    keepSourceTokens: true,
    // `readNode` checks for duplicate keys: the library's own check takes quadratic time.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
  const [document, second] = composer.compose(parseTokens(tokens), true, length)
  // The composer makes a document of an empty text too.
  const { errors, contents } = document as Document.Parsed
  const problems = [...syntaxProblems(errors, length), ...(second === undefined ? [] : [secondDocument(second)])]
  return { contents, problems }
}

function* parseTokens(tokens: readonly string[]): Generator<CST.Token> {
  const parser = new Parser()
  for (const token of tokens) yield* parser.next(token)
  yield* parser.end()
}

function syntaxProblems(errors: Document.Parsed['errors'], length: number): Problem[] {
  const seen = new Set<number>()
  const problems: Problem[] = []
  for (const { code, message, pos } of errors) {
    // Only the first error at an offset is reported; the others follow from it.
    if (seen.has(pos[0])) continue
    seen.add(pos[0])
    // An error at the end of the text has an offset one character behind it.
    const start = Math.min(pos[0], length)
    const range = { start, end: Math.max(start, Math.min(pos[1], length)) }
    problems.push(error('YAML_SYNTAX', syntaxMessage(code, message), range))
    if (problems.length === mostSyntaxErrors) break
  }
  return problems
}

function secondDocument(document: Document.Parsed): Problem {
  const [start] = document.range
  const message = 'The text contains several workflows, separated by ---. Import them, or keep one here.'
  return error('SEVERAL_DOCUMENTS', message, { start, end: start })
}

function error(code: string, message: string, range: TextRange): Problem {
  return { code, message, severity: 'error', path: [], range }
}
