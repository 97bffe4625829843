import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { ApiError } from '../api-error.ts'
import { cached } from '../cached.ts'
import { type DocBlock, plainText, textOfBlocks } from './doc-blocks.ts'
import { type HelpGroup, type HelpSource, helpSources } from './help-pages.ts'
import { readMarkdown } from './read-markdown.ts'

const root = join(import.meta.dirname, '..', '..')
const base = '/docs'

/** A page of the help as the contents, the search and the command palette list it. */
export interface HelpEntry {
  /** The address in the app. */
  readonly path: string
  readonly title: string
  readonly summary: string
  readonly group: HelpGroup
  readonly headings: readonly HelpHeading[]
}

export interface HelpHeading {
  readonly id: string
  readonly title: string
  readonly level: number
}

export interface HelpPage extends HelpEntry {
  readonly blocks: readonly DocBlock[]
}

/** The text below one heading, for the search. */
export interface HelpSection {
  /** The address, with the anchor of the heading. */
  readonly path: string
  readonly page: string
  readonly title: string
  readonly text: string
}

/** The pages are files of the installation and are read once. */
const readPages = cached(Number.POSITIVE_INFINITY, () => Promise.all(helpSources.map(readPage)))

/** All pages, without their contents. */
export async function listHelpEntries(): Promise<readonly HelpEntry[]> {
  return (await readPages()).map(({ blocks: _, ...entry }) => entry)
}

/** The page at a path below /docs. */
export async function getHelpPage(path: string): Promise<HelpPage> {
  const page = (await readPages()).find((each) => each.path === `${base}/${path}`)
  if (!page) throw new ApiError('NOT_FOUND', 'This help page does not exist.')
  return page
}

/** The text of all pages by their headings. */
export async function listHelpSections(): Promise<readonly HelpSection[]> {
  return (await readPages()).flatMap(sectionsOf)
}

async function readPage(source: HelpSource): Promise<HelpPage> {
  const { path, title, summary, group } = source
  const text = await readFile(join(root, source.file), 'utf8')
  const all = readMarkdown(text, (href) => resolveLink(source, href))
  const blocks = source.sections ? sectionsNamed(all, source.sections) : withoutHead(all)
  return { path: `${base}/${path}`, title, summary, group, headings: blocks.flatMap(headingOf), blocks }
}

/** Without the title, which the page shows by itself, and without the note that a generated file begins with. */
function withoutHead(blocks: readonly DocBlock[]): readonly DocBlock[] {
  const [title, note] = blocks
  const hasTitle = title?.kind === 'heading' && title.level === 1
  const hasNote = note?.kind === 'paragraph' && plainText(note.content).startsWith('Made by npm run docs')
  return blocks.slice(Number(hasTitle) + Number(hasNote))
}

function headingOf(block: DocBlock): readonly HelpHeading[] {
  if (block.kind !== 'heading') return []
  return [{ id: block.id, title: plainText(block.content), level: block.level }]
}

/** The sections of the second level with these headings, in the order of the headings. */
function sectionsNamed(blocks: readonly DocBlock[], names: readonly string[]): readonly DocBlock[] {
  return names.flatMap((name) => {
    const from = blocks.findIndex(
      (block) => block.kind === 'heading' && block.level === 2 && plainText(block.content) === name,
    )
    if (from < 0) throw new Error(`The help page has no section “${name}”.`)
    const length = blocks.slice(from + 1).findIndex((block) => block.kind === 'heading' && block.level <= 2)
    return blocks.slice(from, length < 0 ? undefined : from + 1 + length)
  })
}

function sectionsOf({ path, title, summary, blocks }: HelpPage): readonly HelpSection[] {
  const sections: { path: string; title: string; blocks: DocBlock[] }[] = [{ path, title, blocks: [] }]
  for (const block of blocks) {
    const [heading] = headingOf(block)
    if (heading) sections.push({ path: `${path}#${heading.id}`, title: heading.title, blocks: [] })
    else sections.at(-1)?.blocks.push(block)
  }
  return sections.map((section, index) => ({
    path: section.path,
    page: title,
    title: section.title,
    text: [index === 0 ? summary : '', textOfBlocks(section.blocks)].filter(Boolean).join('\n'),
  }))
}

/** Links lead to help pages, to anchors and to the outside; files that are no help page have no link. */
function resolveLink(from: HelpSource, href: string): string | null {
  if (/^https?:/.test(href)) return href
  if (href.startsWith('/')) return href
  const [file = '', anchor] = href.split('#')
  const target = file === '' ? from.file : posix.normalize(posix.join(posix.dirname(from.file), file))
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (target === 'docs/reference/README.md') return base
  const source = helpSources.find((each) => each.file === target && holds(each, anchor))
  return source ? `${base}/${source.path}${hash}` : null
}

/** Of a page of sections only its sections can be linked to. */
function holds({ sections }: HelpSource, anchor: string | undefined): boolean {
  if (sections === undefined) return true
  return sections.some((name) => name.toLowerCase().replaceAll(' ', '-') === anchor)
}
