'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { RunListQuery } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { useSelection } from '../list/selection-store.ts'
import { useShownStatuses } from '../list/shown-statuses.ts'
import { bulkTexts } from '../texts/bulk.ts'
import { mayTake } from './bulk-choice.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { type BulkVerbType, bulkWords, runsWord, tooManyChosen, tooManyLeftOut, wholeWords } from './bulk-words.ts'
import type { BulkTarget } from './use-bulk.ts'

const verbs: readonly BulkVerbType[] = [
  'retry',
  'rerun',
  'skip',
  'resume',
  'acknowledge',
  'pause',
  'rollback',
  'cancel',
]

/** The actions on the chosen runs, or on all runs of the filter. */
export function BulkBar({ filter }: { filter: RunListQuery }) {
  const { chosen, except, chooseWhole, clear } = useSelection()
  const isWhole = except !== null
  const [openVerb, setOpenVerb] = useState<BulkVerbType | null>(null)
  const api = useApi()
  const found = useQuery(api.runs.count.queryOptions(filter, { enabled: chosen.size > 0 || isWhole })).data
  const isOpen = chosen.size > 0 || isWhole
  const tooMany = isWhole ? tooManyLeftOut(except.size) : tooManyChosen(chosen.size)
  // A selection of all runs of one filter does not apply to the next filter.
  useEffect(() => () => void (useSelection.getState().except !== null && useSelection.getState().clear()), [])
  const statuses = useShownStatuses()
  const offered = useMemo(() => {
    const known = [...chosen].map((runId) => statuses.get(runId))
    return verbs.filter((verb) => isWhole || known.some((status) => status === undefined || mayTake(verb, status)))
  }, [chosen, statuses, isWhole])
  useOfferActions(
    useMemo(() => {
      const group = bulkTexts.selectedRuns
      return [
        ...verbs.map((verb) => ({
          id: `bulk.${verb}`,
          label: bulkTexts.selectedRunsLabel(bulkWords[verb].label),
          group,
          enabled: tooMany === null && offered.includes(verb),
          perform: () => setOpenVerb(verb),
        })),
        {
          id: 'bulk.clear',
          label: bulkTexts.clearSelection,
          group,
          shortcut: 'escape',
          enabled: isOpen,
          perform: clear,
        },
      ]
    }, [isOpen, offered, tooMany, clear]),
  )
  if (!isOpen) return null

  const all = found && (found.more ? bulkTexts.moreThan(runsWord(found.count)) : runsWord(found.count))
  const count = isWhole ? (all ?? bulkTexts.runs) : runsWord(chosen.size)
  const target: BulkTarget = isWhole ? { filter, except: [...except] } : { runIds: [...chosen] }
  return (
    <section
      aria-label={bulkTexts.selectedRuns}
      className="flex flex-wrap items-center gap-2 border-t bg-surface px-4 py-2 text-body shadow-high"
    >
      <span role="status" className="font-[550]">
        {isWhole ? wholeWords(all, except.size) : bulkTexts.selected(count)}
      </span>
      {!isWhole && found && (found.more || found.count > chosen.size) && (
        <Button size="small" look="ghost" onClick={chooseWhole}>
          {bulkTexts.selectAllInThisFilter(all)}
        </Button>
      )}
      {tooMany && (
        <span role="alert" className="text-failed">
          {tooMany}
        </span>
      )}
      <span className="ml-auto flex flex-wrap items-center gap-1.5">
        {offered.map((verb) => (
          <Button key={verb} size="small" disabled={tooMany !== null} onClick={() => setOpenVerb(verb)}>
            {bulkWords[verb].label}
          </Button>
        ))}
        <IconButton label={bulkTexts.clearSelection} size="small" onClick={clear}>
          <X />
        </IconButton>
      </span>
      {openVerb && (
        <BulkDialog verb={openVerb} target={target} count={count} onClose={() => setOpenVerb(null)} onStarted={clear} />
      )}
    </section>
  )
}
