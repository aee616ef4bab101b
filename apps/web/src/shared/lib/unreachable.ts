/** Shows the notice that is part of the page, for failures before there are messages to tell them with. */
export const showUnreachable = (): void => document.getElementById('unreachable')?.removeAttribute('hidden');
