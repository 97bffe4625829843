'use client'

import {
  ArrowUpRight,
  CalendarClock,
  Ellipsis,
  Hand,
  type LucideIcon,
  Undo2,
  UserRoundCog,
  UserRoundPlus,
} from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import type { HumanTaskDetail, TaskAction } from '#components/api/models.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { runPath } from '#components/shell/paths.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { taskActionsTexts } from '../../texts/task-actions.ts'
import { FollowUpDialog } from './follow-up-dialog.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import type { TaskChanges } from './use-task-changes.ts'

/** An element opened by a key may be out of the viewport. */
const showAtOnce = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'nearest' })
}

type TaskDialog = 'assign' | 'delegate' | 'follow_up'

interface Offer {
  readonly action: TaskAction
  readonly label: string
  readonly shortcut: string
  readonly icon: LucideIcon
  perform(): void
}

interface TaskActionsProps {
  task: HumanTaskDetail
  changes: TaskChanges
  onPutOff(): void
}

/** The actions on a task besides its decision; only actions that the server allows are shown. */
export function TaskActions({ task, changes, onPutOff }: TaskActionsProps) {
  const router = useRouter()
  const [dialog, setDialog] = useState<TaskDialog | null>(null)
  const { allowedActions, runId } = task
  const { claim, release } = changes
  const offers = useMemo(() => {
    const all: readonly Offer[] = [
      { action: 'claim', label: taskActionsTexts.claim, shortcut: 't', icon: Hand, perform: claim },
      { action: 'release', label: taskActionsTexts.release, shortcut: 'u', icon: Undo2, perform: release },
      {
        action: 'delegate',
        label: taskActionsTexts.delegateLabel,
        shortcut: 'e',
        icon: UserRoundPlus,
        perform: () => setDialog('delegate'),
      },
      {
        action: 'assign',
        label: taskActionsTexts.assignLabel,
        shortcut: 's',
        icon: UserRoundCog,
        perform: () => setDialog('assign'),
      },
      {
        action: 'follow_up',
        label: taskActionsTexts.snoozeLabel,
        shortcut: 'l',
        icon: CalendarClock,
        perform: () => setDialog('follow_up'),
      },
    ]
    return all.filter(({ action }) => allowedActions.includes(action))
  }, [allowedActions, claim, release])
  useOfferActions(
    useMemo(
      () => [
        ...offers.map(({ action, perform, ...shown }) => ({
          id: `task.${action}`,
          group: taskActionsTexts.thisTask,
          ...shown,
          perform,
        })),
        {
          id: 'task.run',
          label: taskActionsTexts.openRun,
          group: taskActionsTexts.thisTask,
          icon: ArrowUpRight,
          shortcut: 'o',
          perform: () => router.push(runPath(runId)),
        },
      ],
      [offers, router, runId],
    ),
  )
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5">
        <OfferButtons offers={offers} isBusy={changes.isBusy} />
        <Button look="ghost" size="small" className="first:-ml-2" asChild>
          <Link href={runPath(runId)}>
            <ArrowUpRight />
            {taskActionsTexts.openRun}
          </Link>
        </Button>
      </div>
      {changes.failure !== null && (
        <div key={changes.failure} ref={showAtOnce}>
          <Callout tone="failed" alert>
            {changes.failure}
          </Callout>
        </div>
      )}
      {(dialog === 'assign' || dialog === 'delegate') && (
        <HandOverDialog kind={dialog} task={task} changes={changes} onClose={() => setDialog(null)} />
      )}
      {dialog === 'follow_up' && (
        <FollowUpDialog task={task} changes={changes} onPutOff={onPutOff} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

/** All of them beside each other; on a phone the first one, and a menu. */
function OfferButtons({ offers, isBusy }: { offers: readonly Offer[]; isBusy: boolean }) {
  const rest = offers.slice(1).map(({ action, label, shortcut, icon: Icon, perform }) => ({
    id: action,
    label,
    shortcut,
    icon: <Icon />,
    onSelect: perform,
  }))
  return (
    <>
      {offers.map(({ action, label, shortcut, icon: Icon, perform }, index) => (
        <Tooltip key={action} content={label} shortcut={shortcut}>
          <Button
            size="small"
            icon={<Icon />}
            disabled={isBusy}
            onClick={perform}
            {...(index > 0 ? { className: 'max-sm:hidden' } : {})}
          >
            {label}
          </Button>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Menu items={rest} align="start">
          <IconButton label={taskActionsTexts.moreActions} size="small" className="sm:hidden">
            <Ellipsis />
          </IconButton>
        </Menu>
      )}
    </>
  )
}
