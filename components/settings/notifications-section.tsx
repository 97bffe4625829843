'use client'

import { BellOff, BellRing } from 'lucide-react'
import { type NotifySetting, switchNotifications, useNotifySetting } from '#components/inbox/notify/notify-setting.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { SettingsSection } from './settings-section.tsx'

const words: Readonly<Record<NotifySetting, string>> = {
  on: 'On: you are notified once of each new task, however many tabs are open.',
  off: 'Off.',
  blocked: 'Your browser blocks notifications from this site. Allow them in the site settings next to the address.',
  missing: 'Your browser does not support notifications for this site.',
}

/** The setting for desktop notices of new tasks in this browser. */
export function NotificationsSection() {
  const setting = useNotifySetting()
  const mayTurn = setting === 'on' || setting === 'off'
  return (
    <SettingsSection
      id="notifications"
      title="Notifications"
      about="Desktop notifications for new tasks, in this browser, while a Heddle tab is open."
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
