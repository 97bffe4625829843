'use client'

import { Ellipsis, FlaskConical, Play } from 'lucide-react'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { workflowTitle } from '#core/definition/title.ts'
import { useDesignerAction, useDesignerActionItems } from '../../commands/actions/use-designer-actions.ts'
import { useDocument, useSession } from '../../model/session-context.tsx'
import { viewsTopBarTexts } from '../../texts/views-top-bar.ts'
import { PeopleHere } from './people-here.tsx'
import { SaveIndicator } from './save-indicator.tsx'
import type { Published } from './use-published.ts'
import { VersionsPopover } from './versions-popover.tsx'

export interface DesignerBarProps {
  readonly published: Published
}

export function DesignerBar({ published }: DesignerBarProps) {
  const { name } = useSession()
  const title = useDocument(({ definition }) => workflowTitle({ workflow_type: name, title: definition?.title }))
  const run = useDesignerAction('designer.run')
  const publish = useDesignerAction('designer.publish')
  const attempt = useDesignerAction('designer.try')
  return (
    <TopBar
      crumbs={[{ label: viewsTopBarTexts.workflows, href: '/workflows' }, { label: title }]}
      actions={
        <>
          <PeopleHere />
          <ActionIcon id="designer.undo" name={viewsTopBarTexts.undo} />
          <ActionIcon id="designer.redo" name={viewsTopBarTexts.redo} />
          <VersionsPopover name={name} published={published} />
          <MoreMenu />
          <Button
            className={withoutIcon}
            icon={<FlaskConical />}
            disabled={attempt.enabled === false}
            onClick={attempt.perform}
          >
            {attempt.label} {attempt.shortcut && <Kbd keys={attempt.shortcut} className="ml-0.5 max-lg:hidden" />}
          </Button>
          <Button className={withoutIcon} icon={<Play />} onClick={run.perform}>
            {run.label} {run.shortcut && <Kbd keys={run.shortcut} className="ml-0.5 max-lg:hidden" />}
          </Button>
          <Button look="primary" onClick={publish.perform}>
            {publish.label}
          </Button>
        </>
      }
    >
      <VersionChip {...published} />
      <SaveIndicator />
    </TopBar>
  )
}

/** Icons are hidden on a phone, so that all buttons stay in one row even while another user is here. */
const withoutIcon = 'max-sm:[&_svg]:hidden'

function VersionChip({ latestVersion, changed }: Published) {
  if (latestVersion === 0) return <Chip title={viewsTopBarTexts.notPublishedYet}>{viewsTopBarTexts.draft}</Chip>
  if (!changed) return <Chip title={viewsTopBarTexts.sameAsVersion(latestVersion)}>v{latestVersion}</Chip>
  return <Chip title={viewsTopBarTexts.unpublishedChanges}>{viewsTopBarTexts.vDraft(latestVersion)}</Chip>
}

/** The accessible name stays the same; the tooltip gives the details. */
function ActionIcon({ id, name }: { id: string; name: string }) {
  const { label, icon: Icon, shortcut, enabled, perform } = useDesignerAction(id)
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <IconButton label={name} disabled={enabled === false} onClick={perform}>
        {Icon && <Icon />}
      </IconButton>
    </Tooltip>
  )
}

const more = [
  'designer.runs',
  'designer.runsByStep',
  'designer.alerts',
  'designer.copyLink',
  'designer.export',
  'designer.tidy',
  'designer.selectAll',
  'designer.values',
] as const

function MoreMenu() {
  return (
    <Menu items={useDesignerActionItems(more)}>
      <IconButton label={viewsTopBarTexts.more}>
        <Ellipsis />
      </IconButton>
    </Menu>
  )
}
