import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { type DocBlock, type DocInline, plainText } from './doc-blocks.ts'

/** The destination of a link of the text in the app; null where the app has none. */
export type ResolveLink = (href: string) => string | null

/** The blocks of a Markdown text. HTML in the text is left out. */
export function readMarkdown(text: string, resolveLink: ResolveLink): readonly DocBlock[] {
  const anchors = new Map<string, number>()
  return blocksOf(lexer(text), { resolveLink, anchorOf: (words) => nextAnchor(words, anchors) })
}

interface Reading {
  readonly resolveLink: ResolveLink
  anchorOf(words: string): string
}

function blocksOf(tokens: readonly Token[], reading: Reading): readonly DocBlock[] {
  return (tokens as readonly MarkedToken[]).flatMap((token) => blockOf(token, reading) ?? [])
}

function blockOf(token: MarkedToken, reading: Reading): DocBlock | null {
  switch (token.type) {
    case 'heading': {
      const content = inlineOf(token.tokens, reading)
      return { kind: 'heading', level: token.depth, id: reading.anchorOf(plainText(content)), content }
    }
    case 'paragraph':
      return { kind: 'paragraph', content: inlineOf(token.tokens, reading) }
    // The text of a list item without blank lines around it.
    case 'text':
      return { kind: 'paragraph', content: inlineOf(token.tokens ?? [token], reading) }
    case 'code':
      return { kind: 'code', language: token.lang ?? '', text: token.text }
    case 'list':
      return {
        kind: 'list',
        start: token.ordered ? Number(token.start) : null,
        items: token.items.map((item) => blocksOf(item.tokens, reading)),
      }
    case 'table':
      return {
        kind: 'table',
        head: token.header.map((cell) => inlineOf(cell.tokens, reading)),
        rows: token.rows.map((row) => row.map((cell: Tokens.TableCell) => inlineOf(cell.tokens, reading))),
      }
    case 'blockquote':
      return { kind: 'quote', blocks: blocksOf(token.tokens, reading) }
    case 'hr':
      return { kind: 'rule' }
    default:
      return null
  }
}

function inlineOf(tokens: readonly Token[], reading: Reading): readonly DocInline[] {
  return (tokens as readonly MarkedToken[]).flatMap((token): readonly DocInline[] => {
    switch (token.type) {
      case 'codespan':
        return [{ kind: 'code', text: token.text }]
      case 'strong':
        return [{ kind: 'strong', content: inlineOf(token.tokens, reading) }]
      case 'em':
        return [{ kind: 'emphasis', content: inlineOf(token.tokens, reading) }]
      case 'link': {
        const content = inlineOf(token.tokens, reading)
        const href = reading.resolveLink(token.href)
        return href === null ? content : [{ kind: 'link', href, content }]
      }
      case 'br':
        return [{ kind: 'break' }]
      case 'text':
      case 'escape':
        return [unescaped(token.text).replaceAll('\n', ' ')]
      default:
        return []
    }
  })
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

const unescaped = (text: string) => text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)

/** The anchor of a heading as GitHub makes it; equal headings are numbered. */
function nextAnchor(words: string, anchors: Map<string, number>): string {
  const anchor = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
  const earlier = anchors.get(anchor) ?? 0
  anchors.set(anchor, earlier + 1)
  return earlier === 0 ? anchor : `${anchor}-${earlier}`
}
