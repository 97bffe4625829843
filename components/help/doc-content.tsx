import { Link as LinkIcon } from 'lucide-react'
import { createElement, Fragment } from 'react'
import type { DocBlock, DocInline } from '#components/api/models.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { helpTexts } from './texts/help.ts'

/** The blocks of a help page as elements. */
export function DocContent({ blocks }: { blocks: readonly DocBlock[] }) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change their order
    <Block key={index} block={block} />
  ))
}

function Block({ block }: { block: DocBlock }) {
  switch (block.kind) {
    case 'heading':
      return <Heading {...block} />
    case 'paragraph':
      return (
        <p className="my-2.5">
          <Inline content={block.content} />
        </p>
      )
    case 'code':
      return (
        <div className="my-3.5">
          <CodeBlock text={block.text} label={helpTexts.example} className="max-h-none border" />
        </div>
      )
    case 'list':
      return <List {...block} />
    case 'table':
      return <Table {...block} />
    case 'quote':
      return (
        <blockquote className="my-3.5 border-l-2 border-line-strong pl-4 text-muted">
          <DocContent blocks={block.blocks} />
        </blockquote>
      )
    case 'rule':
      return <hr className="my-6" />
  }
}

type BlockOf<Kind extends DocBlock['kind']> = Extract<DocBlock, { kind: Kind }>

const headingLooks: Readonly<Record<number, string>> = {
  2: 'mt-8 mb-2 border-t pt-5 text-title',
  3: 'mt-6 mb-1.5 font-semibold',
}

/** A heading with its anchor, which appears beside it. The page itself is the first level. */
function Heading({ level, id, content }: BlockOf<'heading'>) {
  const depth = Math.max(2, Math.min(level, 4))
  return createElement(
    `h${depth}`,
    { id, className: `group scroll-mt-4 ${headingLooks[depth] ?? 'mt-5 mb-1 font-semibold text-muted'}` },
    <Inline content={content} />,
    <a
      href={`#${id}`}
      aria-label={helpTexts.linkToThisSection}
      className="ml-1.5 inline-block rounded-s align-[-2px] text-faint opacity-0 group-hover:opacity-100 hover:text-ink focus-visible:opacity-100"
    >
      <LinkIcon className="size-3.5" />
    </a>,
  )
}

function List({ start, items }: BlockOf<'list'>) {
  return createElement(
    start === null ? 'ul' : 'ol',
    {
      className: `my-2.5 grid gap-1 pl-5 marker:text-faint [&_p]:my-0 ${start === null ? 'list-disc' : 'list-decimal'}`,
      ...(start !== null && start !== 1 && { start }),
    },
    items.map((blocks, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list never change their order
      <li key={index} className="pl-0.5">
        <DocContent blocks={blocks} />
      </li>
    )),
  )
}

/** On a phone a column of words is wide enough to read; the table scrolls. */
const bodyCell = 'min-w-24 not-first:max-md:min-w-40 first:[&_code]:whitespace-nowrap border-b px-3 py-2 align-top'

function Table({ head, rows }: BlockOf<'table'>) {
  return (
    <div className="my-3.5 w-0 min-w-full">
      <figure
        aria-label={helpTexts.table}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="overflow-x-auto rounded-m border"
      >
        <table className="w-full border-separate border-spacing-0 text-left">
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never change their order
                  key={index}
                  scope="col"
                  className="border-b bg-sunken px-3 py-1.5 text-small font-semibold whitespace-nowrap text-muted"
                >
                  <Inline content={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a table never change their order
              <tr key={at}>
                {row.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never change their order
                  <td key={index} className={bodyCell}>
                    <Inline content={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </figure>
    </div>
  )
}

export function Inline({ content }: { content: readonly DocInline[] }) {
  return content.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change their order
    <Fragment key={index}>
      <Part part={part} />
    </Fragment>
  ))
}

const linkClasses = 'rounded-s text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current'

function Part({ part }: { part: DocInline }) {
  if (typeof part === 'string') return part
  switch (part.kind) {
    case 'code':
      return (
        <code className="rounded-[4px] bg-sunken px-1 py-px font-mono text-[0.92em] wrap-anywhere">{part.text}</code>
      )
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inline content={part.content} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inline content={part.content} />
        </em>
      )
    case 'break':
      return <br />
    case 'link':
      return part.href.startsWith('/') ? (
        <PageLink href={part.href} className={linkClasses}>
          <Inline content={part.content} />
        </PageLink>
      ) : (
        <a href={part.href} target="_blank" rel="noreferrer" className={linkClasses}>
          <Inline content={part.content} />
        </a>
      )
  }
}
