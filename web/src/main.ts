import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { ready } from './lib/i18n';
import { router } from './lib/router.svelte';
import { employWorker } from './lib/worker';

const target = document.getElementById('app');
if (!target) throw new Error('the page has no #app');
router.start();
// No await: other files import the one that this ends up in, and would wait for it.
void ready().then(() => {
  mount(App, { target });
  employWorker();
});
