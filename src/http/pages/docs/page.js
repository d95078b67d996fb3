// Shows the API's description with Swagger UI, which the script before this one brings.

const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

SwaggerUIBundle({
  url: 'openapi.json',
  domNode: document.getElementById('description'),
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // The default asks a server elsewhere whether the description is valid.
  validatorUrl: null,
});
