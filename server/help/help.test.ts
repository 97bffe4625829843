import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type DocBlock, type DocInline, textOfBlocks } from './doc-blocks.ts'
import { getHelpPage, listHelpEntries, listHelpSections } from './help.ts'
import { helpGroups, helpSources } from './help-pages.ts'
import { readMarkdown } from './read-markdown.ts'

const docs = join(import.meta.dirname, '..', '..', 'docs')
const pages = await Promise.all(helpSources.map(({ path }) => getHelpPage(path)))

it('shows every document of docs/', () => {
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`)
  const shown = new Set(helpSources.map(({ file }) => file))
  // The contents of the reference are part of the contents of the help.
  expect(files.filter((file) => !shown.has(file))).toEqual(['docs/reference/README.md'])
})

it('lists the pages in the order of their groups, each with its headings', async () => {
  const entries = await listHelpEntries()
  expect(entries.map(({ group }) => helpGroups.indexOf(group))).toEqual(
    entries.map(({ group }) => helpGroups.indexOf(group)).toSorted((a, b) => a - b),
  )
  expect(entries.find(({ path }) => path === '/docs/failures')?.headings).toContainEqual({
    id: 'rollback-saga',
    title: 'Rollback (saga)',
    level: 2,
  })
  expect(entries[0]).not.toHaveProperty('blocks')
})

it('has no link to a page or an anchor that does not exist', () => {
  const anchors = new Map(pages.map(({ path, headings }) => [path, new Set(headings.map(({ id }) => id))]))
  const broken = pages.flatMap(({ path, blocks }) =>
    linksOf(blocks)
      .filter((href) => href.startsWith('/docs'))
      .filter((href) => {
        const [page = '', anchor] = href.split('#')
        if (page === '/docs') return false
        const known = anchors.get(page)
        return known === undefined || (anchor !== undefined && !known.has(anchor))
      })
      .map((href) => `${path}: ${href}`),
  )
  expect(broken).toEqual([])
  expect(linksOf(pages.flatMap(({ blocks }) => blocks)).length).toBeGreaterThan(30)
})

it('shows chosen sections of a document alone', async () => {
  const page = await getHelpPage('functions')
  expect(page.headings.map(({ title }) => title)).toEqual(['Step functions', 'Requests and scripts'])
  expect(textOfBlocks(page.blocks)).not.toContain('DATABASE_URL` unset')
})

it('has a section for each heading, whose text is searched', async () => {
  const sections = await listHelpSections()
  expect(new Set(sections.map(({ path }) => path)).size).toBe(sections.length)
  const section = sections.find(({ path }) => path === '/docs/failures#rollback-saga')
  expect(section).toMatchObject({ page: 'Failures, retries and rollback', title: 'Rollback (saga)' })
  expect(section?.text).toContain('compensate_function: bookings.refund')
})

it('refuses a page that does not exist', async () => {
  await expect(getHelpPage('nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('reads Markdown into blocks, without HTML (ASVS 1.3.5)', () => {
  const text = `# One & *two*

<script>alert(1)</script>

Text with \`a < b\` and <b>bold</b>,
[a page](x.md) and [nothing](y.md).  
Next &lt;line&gt;.

## Same
## Same

1. first
   - inner
2. **second**

> quoted

| a | b |
|---|---|
| 1 | \`2\` |

---

\`\`\`yaml
a: 1
\`\`\`
`
  expect(readMarkdown(text, (href) => (href === 'x.md' ? '/docs/x' : null))).toEqual([
    { kind: 'heading', level: 1, id: 'one--two', content: ['One & ', { kind: 'emphasis', content: ['two'] }] },
    {
      kind: 'paragraph',
      content: [
        'Text with ',
        { kind: 'code', text: 'a < b' },
        ' and ',
        'bold',
        ', ',
        { kind: 'link', href: '/docs/x', content: ['a page'] },
        ' and ',
        'nothing',
        '.',
        { kind: 'break' },
        'Next <line>.',
      ],
    },
    { kind: 'heading', level: 2, id: 'same', content: ['Same'] },
    { kind: 'heading', level: 2, id: 'same-1', content: ['Same'] },
    {
      kind: 'list',
      start: 1,
      items: [
        [
          { kind: 'paragraph', content: ['first'] },
          { kind: 'list', start: null, items: [[{ kind: 'paragraph', content: ['inner'] }]] },
        ],
        [{ kind: 'paragraph', content: [{ kind: 'strong', content: ['second'] }] }],
      ],
    },
    { kind: 'quote', blocks: [{ kind: 'paragraph', content: ['quoted'] }] },
    { kind: 'table', head: [['a'], ['b']], rows: [[['1'], [{ kind: 'code', text: '2' }]]] },
    { kind: 'rule' },
    { kind: 'code', language: 'yaml', text: 'a: 1' },
  ])
})

function linksOf(blocks: readonly DocBlock[]): readonly string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return inlineLinks(block.content)
      case 'list':
        return block.items.flatMap(linksOf)
      case 'table':
        return [block.head, ...block.rows].flat().flatMap(inlineLinks)
      case 'quote':
        return linksOf(block.blocks)
      default:
        return []
    }
  })
}

function inlineLinks(content: readonly DocInline[]): readonly string[] {
  return content.flatMap((part) => {
    if (typeof part === 'string' || part.kind === 'code' || part.kind === 'break') return []
    return [...(part.kind === 'link' ? [part.href] : []), ...inlineLinks(part.content)]
  })
}
