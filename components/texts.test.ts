import { readdirSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, it } from 'vitest'

/** Sentences that stay in a component, because elements stand in their middle. */
const allowed: { readonly [file: string]: readonly string[] } = {
  'components/settings/people-section.tsx': [
    'People and groups that tasks can be assigned to: use these ids in',
    'and',
    'Until you add people, every task is yours. Add a group such as',
    'and its people: each gets an inbox, and you can act as them.',
  ],
  'components/inbox/task/task-history.tsx': [', above this run.'],
  'components/designer/model/saving/report-merged.tsx': ['Merged with what', 'saved'],
  'components/designer/views/canvas/empty-canvas.tsx': [
    ', double-click the canvas, or press',
    'and type. Then drag from the dot below a step to add the next.',
  ],
  'components/designer/views/inspector/selection-inspector.tsx': [', or hold', 'and press the arrow keys.'],
  'components/designer/views/trial/test-dialog.tsx': [
    'pinned and will not run:',
    '. The pinned output is used instead.',
  ],
}

/** Elements with names of the product's language, which no text describes. */
const isCode = (name: string) => name === 'code' || name === 'kbd'

/** The pieces of text that a component writes between its tags. */
function textsOf(file: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  const enter = (change: 1 | -1) => (element: { openingElement: { name: { type: string; name?: unknown } } }) => {
    const { name } = element.openingElement.name
    if (typeof name === 'string' && isCode(name)) depth += change
  }
  new Visitor({
    JSXElement: enter(1),
    'JSXElement:exit': enter(-1),
    JSXText: ({ value }) => {
      const text = value.replace(/\s+/g, ' ').trim()
      if (depth === 0 && /[A-Za-z]{2}/.test(text)) found.push(text)
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}

it('the texts of components lie in the folder `texts` of their feature', () => {
  const files = readdirSync('components', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('/texts/'))
    .map((file) => `components/${file}`)
  const found = files.flatMap((file) => {
    const texts = textsOf(file).filter((text) => !allowed[file]?.includes(text))
    return texts.map((text) => `${file}: ${text}`)
  })
  expect(found).toEqual([])
})

it('names no exception that is gone', () => {
  const gone = Object.entries(allowed).flatMap(([file, texts]) => {
    const here = new Set(textsOf(file))
    return texts.filter((text) => !here.has(text)).map((text) => `${file}: ${text}`)
  })
  expect(gone).toEqual([])
})
