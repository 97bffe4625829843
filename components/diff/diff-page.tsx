'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, Link } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { FailurePage } from '#components/shell/failure-page.tsx'
import { diffPath, workflowPath } from '#components/shell/paths.ts'
import { TopBar } from '#components/shell/top-bar.tsx'
import { Button, IconButton } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { copyLink } from '#components/ui/copy-link.ts'
import { Select } from '#components/ui/select.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { useNarrow } from '#components/ui/use-narrow.ts'
import { parse } from '#core/definition/parse.ts'
import { countChanges, type Drawn, diffDefinitions } from '#core/graph/diff-definitions.ts'
import { ChangeList } from './change-list.tsx'
import { counted } from './change-words.ts'
import { DiffCanvas } from './diff-canvas.tsx'
import { TextDiff } from './text-diff.tsx'
import { type Side, useSideText } from './use-diff-texts.ts'

const parsers = {
  from: parseAsString.withDefault('draft'),
  to: parseAsString.withDefault('draft'),
  show: parseAsStringLiteral(['graph', 'text', 'unified'] as const).withDefault('graph'),
}

const sideOf = (word: string): Side => (/^[1-9]\d{0,9}$/.test(word) ? Number(word) : 'draft')
const wordOf = (side: Side) => (side === 'draft' ? 'The draft' : `Version ${side}`)

/** Two versions of a workflow against each other, or one against the draft. What is shown stands in the address. */
export default function DiffPage({ name }: { name: string }) {
  const [{ from, to, show }, setQuery] = useQueryStates(parsers, { history: 'replace' })
  const [before, after] = [sideOf(from), sideOf(to)]
  const [old, now] = [useSideText(name, before), useSideText(name, after)]
  const failed = old.error ? old : now.error ? now : null
  if (failed) return <FailurePage error={failed.error} onRetry={failed.refetch} />
  return (
    <>
      <TopBar
        crumbs={[
          { label: 'Workflows', href: '/workflows' },
          { label: name, href: workflowPath(name) },
          { label: 'Compare' },
        ]}
        actions={
          <Button
            look="ghost"
            icon={<Link />}
            onClick={() => copyLink(`${diffPath(name, before, after)}&show=${show}`)}
          >
            Copy link
          </Button>
        }
      >
        <div className="flex min-w-0 items-center gap-1.5">
          <SidePicker name={name} label="From" side={before} onPick={(side) => setQuery({ from: String(side) })} />
          <IconButton label="Swap the two" onClick={() => setQuery({ from: to, to: from })}>
            <ArrowLeftRight />
          </IconButton>
          <SidePicker name={name} label="To" side={after} onPick={(side) => setQuery({ to: String(side) })} />
        </div>
      </TopBar>
      {old.text === undefined || now.text === undefined ? (
        <div role="status" className="grid flex-1 place-items-center">
          <span className="sr-only">The texts are loading</span>
          <Skeleton className="h-24 w-80 rounded-l" />
        </div>
      ) : (
        <Comparison
          before={old.text}
          after={now.text}
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
  readonly onPick: (side: Side) => void
}

function SidePicker({ name, label, side, onPick }: SidePickerProps) {
  const api = useApi()
  const versions = useQuery(api.workflows.versions.queryOptions({ name })).data ?? []
  return (
    <Select
      aria-label={label}
      className="w-36"
      value={String(side)}
      onValueChange={(word) => onPick(sideOf(word))}
      options={[
        { value: 'draft', label: 'The draft' },
        ...versions.map(({ version, message }) => ({
          value: String(version),
          label: `Version ${version}`,
          ...(message === null ? {} : { description: message.slice(0, 60) }),
        })),
      ]}
    />
  )
}

type Show = 'graph' | 'text' | 'unified'

interface ComparisonProps {
  readonly before: string
  readonly after: string
  readonly labels: readonly [string, string]
  readonly show: Show
  readonly onShow: (show: Show) => void
}

function Comparison({ before, after, labels, show, onShow }: ComparisonProps) {
  const drawn = useMemo(() => [before, after].map(drawnOf), [before, after])
  const [old, now] = drawn
  const diff = useMemo(() => (old && now ? diffDefinitions(old, now) : null), [old, now])
  const [selected, setSelected] = useState<string | null>(null)
  const text = show === 'text' || show === 'unified'
  // Two columns have no room on a phone.
  const isNarrow = useNarrow()
  return (
    <Tabs
      label="Ways to compare"
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
                One below the other
              </Button>
            )
          : diff && <Counts counts={countChanges(diff)} />
      }
      tabs={[
        {
          value: 'graph',
          label: 'Graph',
          content:
            old && now && diff ? (
              <div className="grid h-full min-h-0 md:grid-cols-[minmax(0,1fr)_340px] max-md:grid-rows-[minmax(0,1fr)_minmax(0,1fr)]">
                <section aria-label="Graph" className="min-h-0 bg-bg">
                  <DiffCanvas before={old} after={now} diff={diff} selected={selected} onSelect={setSelected} />
                </section>
                <section
                  aria-label="Changes"
                  className="min-h-0 overflow-y-auto border-l max-md:border-t max-md:border-l-0"
                >
                  <ChangeList diff={diff} selected={selected} onSelect={setSelected} />
                </section>
              </div>
            ) : (
              <div className="p-4">
                <Callout tone="human">One of the two cannot be read as a workflow: compare them as text.</Callout>
              </div>
            ),
        },
        {
          value: 'text',
          label: 'Text',
          content:
            before === after ? (
              <p className="px-4 py-5 text-muted">Both are the same, byte by byte.</p>
            ) : (
              <TextDiff
                before={before}
                after={after}
                labels={labels}
                view={show === 'unified' || isNarrow ? 'unified' : 'split'}
                className="h-full"
              />
            ),
        },
      ]}
    />
  )
}

function Counts({ counts }: { counts: ReturnType<typeof countChanges> }) {
  const { added, removed, changed, moved, edges, groups } = counts
  return (
    <span className="flex items-center gap-1.5 max-sm:hidden">
      {added > 0 && <Chip tone="done">{added} added</Chip>}
      {removed > 0 && <Chip tone="failed">{removed} removed</Chip>}
      {changed > 0 && <Chip tone="human">{changed} changed</Chip>}
      {edges > 0 && <Chip tone="active">{counted(edges, 'connection')}</Chip>}
      {moved > 0 && <Chip tone="async">{moved} moved</Chip>}
      {groups > 0 && <Chip tone="async">{counted(groups, 'group')}</Chip>}
    </span>
  )
}

function drawnOf(text: string): Drawn | null {
  const { definition, layout, groups } = parse(text)
  return definition && { definition, layout, groups }
}
