/** Emoji to pick at a glance; any other one is in the picker. */
export const quickEmoji = [
  '🎨', '📷', '🏔️', '🏗️', '📑', '🧾', '📚', '🎵', '🧪',
  '🚀', '🌿', '💼', '🌊', '🧭', '💬', '📦', '🔒', '🏠',
] as const;
