import type { Hover } from '#core/expression/complete/at-cursor.ts'

/** The hover card of a word for CodeMirror. */
export function hoverCard({ title, detail, fields }: Hover): HTMLElement {
  const card = element('div', 'cm-hover-card')
  const head = card.appendChild(element('div', 'cm-hover-head'))
  head.appendChild(element('code', '', title))
  head.appendChild(element('span', 'cm-hover-type', detail))
  for (const { name, type } of fields) {
    const row = card.appendChild(element('div', 'cm-hover-field'))
    row.appendChild(element('code', '', name))
    row.appendChild(element('span', 'cm-hover-type', type))
  }
  return card
}

/** Words of others go in as text, never as markup. */
export function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}
