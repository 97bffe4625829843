'use client'

import { BellOff, BellRing } from 'lucide-react'
import { type NotifySetting, switchNotifications, useNotifySetting } from '#components/inbox/notify/notify-setting.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { SettingsSection } from './settings-section.tsx'

const words: Readonly<Record<NotifySetting, string>> = {
  on: 'On: each new task that you may decide is told once, however many tabs are open.',
  off: 'Off.',
  blocked: 'Your browser blocks notifications of this address. Allow them in its settings, beside the address.',
  missing: 'Your browser has no notifications, or none for this address.',
}

/** The setting for desktop notices of new tasks in this browser. */
export function NotificationsSection() {
  const setting = useNotifySetting()
  const mayTurn = setting === 'on' || setting === 'off'
  return (
    <SettingsSection
      id="notifications"
      title="Notifications"
      about="A message on the desktop when a task opens that you may decide, in this browser, while a tab of Heddle is open."
    >
      <div className="flex flex-wrap items-center gap-3">
        {mayTurn && (
          <Button
            icon={setting === 'on' ? <BellOff /> : <BellRing />}
            onClick={() => void switchNotifications(setting !== 'on')}
          >
            {setting === 'on' ? 'Turn off' : 'Turn on'}
          </Button>
        )}
        <p role="status" className="text-muted">
          {words[setting]}
        </p>
      </div>
    </SettingsSection>
  )
}
