'use client'

import { Command } from 'cmdk'
import { Popover as Primitive } from 'radix-ui'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { popupClasses, rowClasses } from '#components/ui/overlay/popup.ts'
import { useReturnFocus } from '#components/ui/overlay/use-return-focus.ts'
import type { StepType } from '#core/definition/definition.ts'
import { escapeInvisible } from '#core/definition/escape-invisible.ts'
import { addStep } from '../../commands/step-commands.ts'
import type { Session } from '../../model/session.ts'
import { useSession, useView } from '../../model/session-context.tsx'
import type { Adding } from '../../model/view-store.ts'
import { designerTexts } from '../../texts/designer.ts'
import { stepChoices } from './step-choices.ts'

/** The picker of a step type, opened by dropping an edge, by a double click on the canvas, or by a key. */
export function StepPicker() {
  const adding = useView((view) => view.adding)
  return adding === null ? null : <OpenPicker adding={adding} />
}

function OpenPicker({ adding }: { adding: Adding }) {
  const session = useSession()
  const onCloseAutoFocus = useReturnFocus()
  const words = wordsOf(adding)
  return (
    <Primitive.Root open onOpenChange={(open) => !open && session.view.stopAdding()}>
      <Primitive.Anchor className="fixed size-0" style={adding.at} />
      <Primitive.Portal>
        <Primitive.Content
          aria-label={adding.retype === undefined ? designerTexts.addStep : words}
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className={classNames(popupClasses, 'flex max-h-(--radix-popover-content-available-height) flex-col')}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          {/* Its label names the field, whatever name the field is given itself. */}
          <Command label={words} loop className="flex min-h-0 w-68 max-w-[calc(100vw-2rem)] flex-col">
            <Command.Input autoFocus placeholder={words} className="h-9 w-full shrink-0 border-b px-3 outline-none" />
            <Command.List label={designerTexts.stepTypes} className="max-h-80 min-h-0 overflow-y-auto p-1">
              <Command.Empty className="px-3 py-6 text-center text-muted">
                {designerTexts.noMatchingStepType}
              </Command.Empty>
              {stepChoices().flatMap(({ choices }) =>
                choices.map(({ type, label, description }) => (
                  <Command.Item
                    key={type}
                    value={label}
                    keywords={[type, description]}
                    onSelect={() => {
                      session.view.stopAdding()
                      take(session, adding, type)
                    }}
                    className={rowClasses}
                  >
                    <StepIcon type={type} className="text-muted" />
                    <span className="shrink-0 font-medium">{label}</span>
                    <span className="truncate text-small text-muted">{description}</span>
                  </Command.Item>
                )),
              )}
            </Command.List>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function wordsOf({ connect, onEdge, before, retype }: Adding): string {
  if (retype !== undefined) return designerTexts.changeTypeOf(escapeInvisible(retype))
  if (onEdge !== undefined)
    return designerTexts.addStepBetweenAnd(escapeInvisible(onEdge.from), escapeInvisible(onEdge.to))
  if (before !== undefined) return designerTexts.addStepBefore(escapeInvisible(before))
  return connect === undefined ? designerTexts.addStep : designerTexts.addStepAfter(escapeInvisible(connect.from))
}

function take(session: Session, { retype, at: _, ...where }: Adding, type: StepType): void {
  if (retype === undefined) addStep(session, type, where)
  else session.perform({ type: 'change_type', step: retype, to: type })
}
