'use client'

import { X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { isolateSentence, isolateText } from '#core/definition/escape-invisible.ts'
import { classNames } from '../class-names.ts'
import { Button, IconButton } from '../controls/button.tsx'
import { toneClasses } from '../layout/tone.ts'
import { ToneIcon } from '../layout/tone-icon.tsx'
import { uiTexts } from '../texts/ui.ts'
import { useToastStore } from './toast-store.ts'

const shownMs = 6_000
const shownWithActionMs = 12_000

/** Shows the toasts. F6 moves the focus to them. */
export function Toaster() {
  const { toasts, dismiss } = useToastStore()
  return (
    <Primitive.Provider label={uiTexts.message} swipeDirection="right">
      {toasts.map((toast) => (
        <Primitive.Root
          key={toast.id}
          duration={toast.action ? shownWithActionMs : shownMs}
          type={toast.tone === 'failed' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismiss(toast.id)}
          className={classNames(
            'flex items-start gap-2.5 rounded-m border border-line-strong bg-surface py-2 pr-2 pl-3 shadow-high data-[state=open]:animate-appear',
            toneClasses[toast.tone],
          )}
        >
          <ToneIcon tone={toast.tone} className="mt-1.25 size-3.5 text-tone" />
          <div className="min-w-0 flex-1 py-0.5">
            <Primitive.Title className="font-medium">
              {typeof toast.title === 'string' ? isolateSentence(toast.title) : toast.title}
            </Primitive.Title>
            {toast.detail && (
              <Primitive.Description className="text-small text-muted">
                {typeof toast.detail === 'string' ? isolateText(toast.detail) : toast.detail}
              </Primitive.Description>
            )}
          </div>
          {toast.action && (
            <Primitive.Action asChild altText={toast.action.label}>
              <Button size="small" onClick={toast.action.perform}>
                {toast.action.label}
              </Button>
            </Primitive.Action>
          )}
          <Primitive.Close asChild>
            <IconButton label={uiTexts.dismiss} size="small">
              <X />
            </IconButton>
          </Primitive.Close>
        </Primitive.Root>
      ))}
      <Primitive.Viewport
        hotkey={['F6']}
        className="fixed right-4 bottom-13 z-60 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none"
      />
    </Primitive.Provider>
  )
}
