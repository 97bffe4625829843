'use client'

import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { isolateSentence } from '#core/definition/escape-invisible.ts'
import { fileValueOf } from '#core/definition/files/file-value.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { payloadRefOf } from '#core/run/payload/payload-ref.ts'
import { classNames } from '../class-names.ts'
import { uiTexts } from '../texts/ui.ts'
import { FileEntry } from './file-entry.tsx'
import { insideWords, oneLine } from './json-size.ts'
import { OffloadedValue } from './offloaded-value.tsx'

/** Number of entries of one value that are drawn at once, and of characters of a text; more are shown on request. */
const pageEntries = 100
const firstCharacters = 240
const pageCharacters = 20_000

/** The link of a plain value; null for none. `path` is from the root; a number is an index in a list. */
export type LinkOf = (path: readonly (string | number)[], value: string | number | boolean | null) => ValueLink | null

export interface ValueLink {
  readonly href: string
  readonly title: string
}

export interface JsonTreeProps {
  value: Json
  linkOf?: LinkOf | undefined
  /** The parts that are expanded at first: the root alone, or all. */
  isOpen?: 'root' | 'all'
}

/** A tree of a value. Children are drawn when they are expanded, so the value may have any size. */
export function JsonTree({ value, linkOf, isOpen = 'root' }: JsonTreeProps) {
  return (
    <ul className="px-2.5 py-2 font-mono text-code">
      <Entry path={[]} value={value} linkOf={linkOf} isOpenAtFirst isOpenBelow={isOpen === 'all'} />
    </ul>
  )
}

interface EntryProps extends Shown {
  value: Json
  isOpenAtFirst: boolean
}

interface Shown {
  path: readonly (string | number)[]
  linkOf: LinkOf | undefined
  isOpenBelow: boolean
}

function Entry({ path, value, linkOf, isOpenAtFirst, isOpenBelow }: EntryProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const label = path.length === 0 ? '' : `${isolateSentence(String(path.at(-1)))}: `
  const ref = payloadRefOf(value)
  if (ref !== null) return <OffloadedValue label={label} {...ref} />
  const file = fileValueOf(value)
  if (file !== null) return <FileEntry label={label} file={file} />
  if (typeof value === 'string' && value.length > firstCharacters) return <LongText label={label} text={value} />
  if (!isNested(value) || sizeOf(value) === 0) {
    return (
      <li className="pl-4 wrap-anywhere">
        <span className="text-muted">{label}</span>
        <Plain text={JSON.stringify(value)} link={linkOf && !isNested(value) ? linkOf(path, value) : null} />
      </li>
    )
  }
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex max-w-full items-center rounded-s text-left hover:bg-hover"
      >
        <ChevronRight className={classNames('size-4 shrink-0 text-faint', isOpen && 'rotate-90')} />
        <span className="truncate">
          <span className="text-muted">{label}</span>
          {isOpen ? <span className="text-faint">{insideWords(value)}</span> : isolateSentence(oneLine(value, 60).text)}
        </span>
      </button>
      {isOpen && <Entries path={path} value={value} linkOf={linkOf} isOpenBelow={isOpenBelow} />}
    </li>
  )
}

const sizeOf = (value: Json & object) => (Array.isArray(value) ? value.length : Object.keys(value).length)

const isNested = (value: Json): value is Json & object => typeof value === 'object' && value !== null

function Plain({ text, link }: { text: string; link: ValueLink | null }) {
  if (link === null) return isolateSentence(text)
  return (
    <Link href={link.href} prefetch={false} title={link.title} className="rounded-s hover:text-accent hover:underline">
      {isolateSentence(text)}
    </Link>
  )
}

function Entries({ path, value, linkOf, isOpenBelow }: Shown & { value: Json & object }) {
  const [shown, setShown] = useState(pageEntries)
  const keys = isJsonObject(value) ? Object.keys(value) : null
  const count = sizeOf(value)
  const rest = count - shown
  return (
    <ul className="ml-2 border-l pl-2">
      {Array.from({ length: Math.min(shown, count) }, (_, place) => {
        const key = keys?.[place] ?? place
        return (
          <Entry
            key={key}
            path={[...path, key]}
            value={(value as Record<string, Json>)[key] as Json}
            linkOf={linkOf}
            isOpenAtFirst={isOpenBelow}
            isOpenBelow={isOpenBelow}
          />
        )
      })}
      {rest > 0 && (
        <li className="pl-4">
          <More onMore={() => setShown(shown + pageEntries)}>
            {uiTexts.moreOf(Math.min(rest, pageEntries), formatNumber(rest))}
          </More>
        </li>
      )}
    </ul>
  )
}

function LongText({ label, text }: { label: string; text: string }) {
  const [shown, setShown] = useState(firstCharacters)
  const rest = text.length - shown
  return (
    <li className="pl-4 wrap-anywhere whitespace-pre-wrap">
      <span className="text-muted">{label}</span>
      {isolateSentence(rest > 0 ? `"${text.slice(0, shown)}…` : JSON.stringify(text))}{' '}
      {rest > 0 && (
        <More onMore={() => setShown(shown + pageCharacters)}>{uiTexts.charactersMore(formatNumber(rest))}</More>
      )}
    </li>
  )
}

function More({ children, onMore }: { children: React.ReactNode; onMore(): void }) {
  return (
    <button type="button" onClick={onMore} className="rounded-s font-sans text-small text-accent hover:underline">
      {children}
    </button>
  )
}
