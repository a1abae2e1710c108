const form = document.querySelector('#login-form');
const button = document.querySelector('#login-btn');

form.addEventListener('submit', () => {
  button.disabled = true;
  button.textContent = 'Logging in…';
});

// A page that comes back from the browser's cache would else keep its button disabled.
addEventListener('pageshow', () => {
  button.disabled = false;
  button.textContent = 'Log in';
});
