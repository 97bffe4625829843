'use client'

import { useSyncExternalStore } from 'react'
import { classNames } from './class-names.ts'
import { formatShortcut } from './shortcut.ts'

const never = () => () => undefined
const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent)

/** Shows a shortcut such as `mod+k` or `g r` in the words of the reader's keyboard. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  const apple = useSyncExternalStore(never, isApple, () => false)
  return (
    <kbd
      className={classNames(
        'inline-block rounded-[4px] border border-line bg-surface px-1 font-mono text-[10.5px]/4 font-medium whitespace-nowrap text-faint',
        className,
      )}
    >
      {formatShortcut(keys, apple)}
    </kbd>
  )
}
