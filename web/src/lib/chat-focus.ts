/** Brings the chat into view, ready for writing; it is drawn as soon as it is loaded, which it may be already. */
export async function focusChat(): Promise<void> {
  await import('../components/Chat.svelte');
  setTimeout(() => {
    const field = document.querySelector<HTMLElement>('[data-testid=chat-input]') ?? document.querySelector<HTMLElement>('[data-testid=chat]');
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  });
}
