import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { tags } from '@lezer/highlight'

/** The colours of syntax, in YAML and in scripts: variables only, so that light and dark need no second theme. */
const highlight = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--color-accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--color-done)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-child)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: 'var(--color-accent)' },
  { tag: tags.comment, color: 'var(--color-faint)' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.meta], color: 'var(--color-muted)' },
])

export const codeHighlight: Extension = syntaxHighlighting(highlight)
