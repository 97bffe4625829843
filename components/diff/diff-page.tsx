'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Link, TriangleAlert } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { FailurePage } from '#components/shell/failure/failure-page.tsx'
import { NotFoundPage } from '#components/shell/failure/not-found-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { diffPath, workflowPath } from '#components/shell/paths.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Tabs } from '#components/ui/controls/tabs.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { useNarrow } from '#components/ui/layout/use-narrow.ts'
import { copyLink } from '#components/ui/text/copy-link.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import { parse } from '#core/definition/parse.ts'
import { countChanges, type Drawn, diffDefinitions } from '#core/graph/diff/diff-definitions.ts'
import { ChangeList } from './change-list.tsx'
import { counted } from './change-words.ts'
import { DiffCanvas } from './diff-canvas.tsx'
import { TextDiff } from './text-diff.tsx'
import { diffTexts } from './texts/diff.ts'
import { type Side, useSideText } from './use-diff-texts.ts'

const parsers = {
  from: parseAsString.withDefault('draft'),
  to: parseAsString.withDefault('draft'),
  show: parseAsStringLiteral(['graph', 'text', 'unified'] as const).withDefault('graph'),
}

/** Null where a word of the address is neither. */
function sideOf(word: string): Side | null {
  if (word === 'draft') return word
  return /^[1-9]\d{0,8}$/.test(word) ? Number(word) : null
}
const wordOf = (side: Side) => (side === 'draft' ? diffTexts.draft : diffTexts.version(side))

/** Two versions of a workflow against each other, or one against the draft. What is shown stands in the address. */
export default function DiffPage({ name }: { name: string }) {
  const [{ from, to }] = useQueryStates(parsers)
  const wrong = [from, to].find((word) => sideOf(word) === null)
  if (wrong === undefined) return <Compared name={name} />
  return (
    <NotFoundPage
      what={diffTexts.cannotCompareUseVersionNumber(escapeInvisible(wrong.slice(0, 40)))}
      wayOn={{ href: workflowPath(name), label: diffTexts.open(name) }}
    />
  )
}

function Compared({ name }: { name: string }) {
  const [{ from, to, show }, setQuery] = useQueryStates(parsers, { history: 'replace' })
  const [before, after] = [sideOf(from) ?? 'draft', sideOf(to) ?? 'draft']
  const [old, now] = [useSideText(name, before), useSideText(name, after)]
  const exists = useQuery(useApi().workflows.versions.queryOptions({ name })).data !== undefined
  const failed = old.error ? old : now.error ? now : null
  if (failed) {
    const wayOn = { href: workflowPath(name), label: diffTexts.open(name) }
    return <FailurePage error={failed.error} onRetry={failed.refetch} {...(exists && { wayOn })} />
  }
  return (
    <>
      <TopBar
        crumbs={[
          { label: diffTexts.workflows, href: '/workflows' },
          { label: name, href: workflowPath(name) },
          { label: diffTexts.compare },
        ]}
        actions={
          <Button
            look="ghost"
            icon={<Link />}
            onClick={() => copyLink(`${diffPath(name, before, after)}&show=${show}`)}
          >
            {diffTexts.copyLink}
          </Button>
        }
      >
        <div className="flex min-w-0 items-center gap-1.5">
          <SidePicker name={name} label={diffTexts.from} side={before} onPick={(word) => setQuery({ from: word })} />
          <IconButton label={diffTexts.swapTwo} onClick={() => setQuery({ from: to, to: from })}>
            <ArrowLeftRight />
          </IconButton>
          <SidePicker name={name} label={diffTexts.toLabel} side={after} onPick={(word) => setQuery({ to: word })} />
        </div>
      </TopBar>
      {old.text === undefined || now.text === undefined ? (
        <div role="status" className="grid flex-1 place-items-center">
          <span className="sr-only">{diffTexts.loadingVersions}</span>
          <Skeleton className="h-24 w-80 rounded-l" />
        </div>
      ) : (
        <Comparison
          before={old.text}
          after={now.text}
          isOne={before === after}
          isCode={old.isCode}
          labels={[wordOf(before), wordOf(after)]}
          show={show}
          onShow={(next) => setQuery({ show: next })}
        />
      )}
    </>
  )
}

interface SidePickerProps {
  readonly name: string
  readonly label: string
  readonly side: Side
  readonly onPick: (word: string) => void
}

function SidePicker({ name, label, side, onPick }: SidePickerProps) {
  const api = useApi()
  const versions = useQuery(api.workflows.versions.queryOptions({ name })).data ?? []
  return (
    <Select
      aria-label={label}
      className="w-36"
      value={String(side)}
      onValueChange={onPick}
      options={[
        { value: 'draft', label: diffTexts.draft },
        ...versions.map(({ version, message }) => ({
          value: String(version),
          label: diffTexts.version(version),
          ...(message === null ? {} : { description: message.slice(0, 60) }),
        })),
      ]}
    />
  )
}

const oneTwice = diffTexts.bothSidesAreSameVersion

type Show = 'graph' | 'text' | 'unified'

interface ComparisonProps {
  readonly before: string
  readonly after: string
  /** The same version on both sides. */
  readonly isOne: boolean
  /** The texts are code, which has no graph. */
  readonly isCode: boolean
  readonly labels: readonly [string, string]
  readonly show: Show
  readonly onShow: (show: Show) => void
}

function Comparison({ before, after, isOne, isCode, labels, show, onShow }: ComparisonProps) {
  const drawn = useMemo(() => (isCode ? [null, null] : [before, after].map(drawnOf)), [isCode, before, after])
  const [old, now] = drawn
  const diff = useMemo(() => (old && now ? diffDefinitions(old, now) : null), [old, now])
  const [selected, setSelected] = useState<string | null>(null)
  const text = isCode || show === 'text' || show === 'unified'
  // Two columns have no room on a phone.
  const isNarrow = useNarrow()
  const graphTab = {
    value: 'graph',
    label: diffTexts.graph,
    content:
      old && now && diff ? (
        <div className="grid h-full min-h-0 md:grid-cols-[minmax(0,1fr)_340px] max-md:grid-rows-[minmax(0,1fr)_minmax(0,1fr)]">
          <section aria-label={diffTexts.graph} className="min-h-0 bg-bg">
            <DiffCanvas before={old} after={now} diff={diff} selected={selected} onSelect={setSelected} />
          </section>
          <section
            aria-label={diffTexts.changes}
            className="min-h-0 overflow-y-auto border-l max-md:border-t max-md:border-l-0"
          >
            {isOne ? (
              <p className="px-4 py-5 text-muted">{oneTwice}</p>
            ) : (
              <ChangeList diff={diff} selected={selected} onSelect={setSelected} />
            )}
          </section>
        </div>
      ) : (
        <div className="p-4">
          <Callout
            tone="human"
            icon={<TriangleAlert />}
            actions={
              <Button size="small" onClick={() => onShow('text')}>
                {diffTexts.compareAsText}
              </Button>
            }
          >
            {diffTexts.isNotValidWorkflowSo(unreadable(drawn, labels))}
          </Callout>
        </div>
      ),
  }
  return (
    <Tabs
      label={diffTexts.view}
      className="flex-1 bg-surface"
      value={text ? 'text' : 'graph'}
      onValueChange={(next) => onShow(next as Show)}
      aside={
        text
          ? !isNarrow && (
              <Button
                size="small"
                aria-pressed={show === 'unified'}
                className="aria-pressed:border-accent aria-pressed:text-accent"
                onClick={() => onShow(show === 'unified' ? 'text' : 'unified')}
              >
                {diffTexts.unified}
              </Button>
            )
          : diff && <Counts counts={countChanges(diff)} />
      }
      tabs={[
        ...(isCode ? [] : [graphTab]),
        {
          value: 'text',
          label: diffTexts.text,
          content:
            before === after ? (
              <p className="px-4 py-5 text-muted">{isOne ? oneTwice : diffTexts.bothAreIdentical}</p>
            ) : (
              <TextDiff
                before={before}
                after={after}
                labels={labels}
                language={isCode ? 'typescript' : 'yaml'}
                view={show === 'unified' || isNarrow ? 'unified' : 'split'}
                className="h-full"
              />
            ),
        },
      ]}
    />
  )
}

/** Which of the two it is. */
function unreadable(drawn: readonly (Drawn | null)[], labels: readonly string[]): string {
  const names = new Set(labels.filter((_, index) => drawn[index] === null))
  return names.size === 2 ? 'Both' : [...names].join()
}

function Counts({ counts }: { counts: ReturnType<typeof countChanges> }) {
  const { added, removed, changed, moved, edges, groups } = counts
  return (
    <span className="flex items-center gap-1.5 max-sm:hidden">
      {added > 0 && <Chip tone="done">{diffTexts.added(added)}</Chip>}
      {removed > 0 && <Chip tone="failed">{diffTexts.removed(removed)}</Chip>}
      {changed > 0 && <Chip tone="human">{diffTexts.changed(changed)}</Chip>}
      {edges > 0 && <Chip tone="active">{counted(edges, 'connection')}</Chip>}
      {moved > 0 && <Chip tone="async">{diffTexts.movedMoved(moved)}</Chip>}
      {groups > 0 && <Chip tone="async">{counted(groups, 'group')}</Chip>}
    </span>
  )
}

function drawnOf(text: string): Drawn | null {
  const { definition, layout, groups } = parse(text)
  return definition && { definition, layout, groups }
}
