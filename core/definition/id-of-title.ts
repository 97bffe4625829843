import { limits } from '#core/limits.ts'
import { templateParts } from '../expression/template/template-parts.ts'
import { withoutDotParts, workflowName } from './names.ts'
import { cleanTitle } from './title.ts'

/** Latin letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
}

/** The id of a step that is made from its title, before it is made unique; empty without any Latin letter or digit. */
export function stepIdOf(title: string): string {
  const plain = templateParts(cleanTitle(title))
    .map((part) => (part.kind === 'text' ? part.text : ' '))
    .join('')
  return joined(latin(plain), /[^A-Za-z0-9-]+/g)
}

/** The id of a workflow made from what was typed. A `/` is kept: it separates folders. */
export function workflowIdOf(typed: string): string {
  const id = joined(latin(cleanTitle(typed)), /[^A-Za-z0-9./-]+/g).replace(/^[^A-Za-z]+/, '')
  return withoutDotParts(id.replace(/_*\/_*/g, '/'))
}

/** The id of a workflow of this name: the typed text where it is an id, else one made from it. */
export function workflowIdFor(typed: string): string {
  const name = typed.trim()
  if (workflowName.test(name)) return name
  return workflowIdOf(name).slice(0, limits.text.workflowName) || 'Workflow'
}

function latin(text: string): string {
  return text
    .replace(/[ßẞæÆœŒøØđĐðÐłŁþÞı]/g, (letter) => letters[letter] as string)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
}

function joined(text: string, others: RegExp): string {
  return text.replace(others, '_').replace(/^[_-]+|[_-]+$/g, '')
}
